package dev.holdfast.engines;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.List;
import org.h2.tools.Server;

/** A real H2 server in its own process. Its first database is {@code locks}. */
public final class H2Server extends SqlServer {
    private static final String USER = "holdfast";

    private final Path folder;

    private H2Server(Path folder) {
        super(Ports.free(), "h2", USER, "locks");
        this.folder = folder;
        create("locks");
        begin();
        awaitAnswer();
    }

    /** Makes another database, which this process closes again so that the server can open it. */
    public void create(String database) {
        String url = "jdbc:h2:" + folder.toAbsolutePath().resolve(database);
        try (Connection connection = DriverManager.getConnection(url, USER, Wires.PASSWORD)) {
            connection.isValid(1);
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Starts a new server. */
    public static H2Server start(Path folder) {
        try {
            return new H2Server(Files.createDirectories(folder));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns a server for all classes of this JVM that neither disturb nor end it. */
    public static H2Server shared() {
        return SharedH2.SERVER;
    }

    /** Started when it is first needed. */
    private static final class SharedH2 {
        private static final H2Server SERVER = SharedServer.start("h2", H2Server::start);
    }

    @Override
    public String jdbcUrl() {
        return "jdbc:h2:tcp://127.0.0.1:" + port() + "/locks";
    }

    @Override
    ServerProcess launch() {
        return ServerProcess.start(
                        List.of(
                                Path.of(System.getProperty("java.home"), "bin", "java")
                                        .toString(),
                                "-Xmx256m",
                                "-XX:+UseSerialGC",
                                "-XX:TieredStopAtLevel=1",
                                "-Dh2.bindAddress=127.0.0.1",
                                "-cp",
                                jar(),
                                Server.class.getName(),
                                "-tcp",
                                "-tcpPort",
                                Integer.toString(port()),
                                "-baseDir",
                                folder.toAbsolutePath().toString()),
                        folder.resolve("h2.log"),
                        List.of(port()))
                .listening();
    }

    private static String jar() {
        try {
            return Path.of(Server.class
                            .getProtectionDomain()
                            .getCodeSource()
                            .getLocation()
                            .toURI())
                    .toString();
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }
}
