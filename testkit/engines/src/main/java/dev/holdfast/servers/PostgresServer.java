package dev.holdfast.servers;

import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** A real PostgreSQL server with one database, {@code locks}, and its superuser, {@code postgres}. */
public final class PostgresServer implements Server {
    private static final Duration START = Duration.ofMinutes(2);
    private static final String DATABASE = PostgresData.DATABASE;
    private static final String USER = PostgresData.USER;

    private final Path folder;
    private final int port;
    private final List<String> settings;
    private ServerProcess process;

    private PostgresServer(Path folder, int port, List<String> settings) {
        this.folder = folder;
        this.port = port;
        this.settings = settings;
        this.process = started();
    }

    /**
     * Starts a new server, or again the one whose data are in that folder.
     *
     * @param folder for its data
     * @param settings of the server beyond PostgreSQL's own, such as {@code max_connections=200}
     */
    public static PostgresServer start(Path folder, String... settings) {
        Path data = folder.resolve("data");
        if (!Files.exists(data.resolve("PG_VERSION"))) {
            PostgresData.copy(data);
        }
        return new PostgresServer(folder, Ports.free(), List.of(settings));
    }

    /** Starts a server that answers sooner and may lose everything when its machine fails. */
    public static PostgresServer quick(Path folder, String... settings) {
        List<String> all = new ArrayList<>(List.of("fsync=off", "full_page_writes=off"));
        all.addAll(List.of(settings));
        return start(folder, all.toArray(new String[0]));
    }

    /**
     * Returns a quick server for all classes of this JVM that neither disturb nor end it. Each test has a schema of its own.
     */
    public static PostgresServer shared() {
        return Shared.SERVER;
    }

    /** Started when it is first needed. */
    private static final class Shared {
        private static final PostgresServer SERVER =
                SharedServer.start("postgresql", folder -> quick(folder, "max_connections=300"));
    }

    private ServerProcess started() {
        List<String> arguments =
                new ArrayList<>(List.of("-D", folder.resolve("data").toString()));
        List<String> all = new ArrayList<>(
                List.of("port=" + port, "listen_addresses=127.0.0.1", "unix_socket_directories=", "log_timezone=UTC"));
        all.addAll(settings);
        for (String setting : all) {
            arguments.addAll(List.of("-c", setting));
        }
        ServerProcess begun = ServerProcess.start(
                        PostgresBinaries.command("postgres", arguments), folder.resolve("postgres.log"), List.of(port))
                .listening();
        awaitAnswer(begun);
        return begun;
    }

    /** Waits until the server answers: it listens before its recovery after a kill has ended. */
    private void awaitAnswer(ServerProcess begun) {
        long end = System.nanoTime() + START.toNanos();
        while (true) {
            try (Connection connection = connect("postgres")) {
                connection.isValid(1);
                return;
            } catch (SQLException e) {
                if (!begun.runs() || System.nanoTime() - end > 0) {
                    begun.end();
                    throw new IllegalStateException("PostgreSQL does not answer; it said:\n" + begun.said(), e);
                }
                ServerProcess.pauseBriefly();
            }
        }
    }

    @Override
    public String address() {
        return address(port);
    }

    @Override
    public String address(int other) {
        return "postgresql://" + USER + ":" + Wires.PASSWORD + "@127.0.0.1:" + other + "/" + DATABASE;
    }

    /** Returns the address of its database for JDBC, without user and password. */
    public String jdbcUrl() {
        return "jdbc:postgresql://127.0.0.1:" + port + "/" + DATABASE;
    }

    public String user() {
        return USER;
    }

    public String password() {
        return Wires.PASSWORD;
    }

    /** Returns a plain connection of its superuser. */
    public Connection connect() {
        try {
            return connect(DATABASE);
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    private Connection connect(String database) throws SQLException {
        return DriverManager.getConnection(
                "jdbc:postgresql://127.0.0.1:" + port + "/" + database, USER, Wires.PASSWORD);
    }

    /** Runs statements as its superuser. */
    public void execute(String sql) {
        try (Connection connection = connect();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public int port() {
        return port;
    }

    @Override
    public void kill() {
        process.end();
    }

    @Override
    public void restart() {
        process = started();
    }

    @Override
    public void pause() {
        process.stop();
    }

    @Override
    public void resume() {
        process.signal("CONT");
    }

    @Override
    public void close() {
        if (process.runs()) {
            process.end();
        }
    }
}
