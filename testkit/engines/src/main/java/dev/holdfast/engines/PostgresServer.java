package dev.holdfast.engines;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A real PostgreSQL server with one database, {@code locks}, and its superuser, {@code postgres}. */
public final class PostgresServer extends SqlServer {
    private final Path folder;
    private final List<String> settings;

    private PostgresServer(Path folder, List<String> settings) {
        super(Ports.free(), "postgresql", PostgresData.USER, PostgresData.DATABASE);
        this.folder = folder;
        this.settings = settings;
        begin();
        awaitAnswer();
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
        return new PostgresServer(folder, List.of(settings));
    }

    /** Starts a server that answers sooner and may lose everything when its machine fails. */
    public static PostgresServer quick(Path folder, String... settings) {
        List<String> all = new ArrayList<>(List.of("fsync=off", "full_page_writes=off"));
        all.addAll(List.of(settings));
        return start(folder, all.toArray(new String[0]));
    }

    /** Returns a quick server for all classes of this JVM that neither disturb nor end it. Each test has a schema of its own. */
    public static PostgresServer shared() {
        return SharedPostgres.SERVER;
    }

    /** Started when it is first needed. */
    private static final class SharedPostgres {
        private static final PostgresServer SERVER =
                SharedServer.start("postgresql", folder -> quick(folder, "max_connections=300"));
    }

    @Override
    ServerProcess launch() {
        List<String> arguments =
                new ArrayList<>(List.of("-D", folder.resolve("data").toString()));
        List<String> all = new ArrayList<>(List.of(
                "port=" + port(), "listen_addresses=127.0.0.1", "unix_socket_directories=", "log_timezone=UTC"));
        all.addAll(settings);
        for (String setting : all) {
            arguments.addAll(List.of("-c", setting));
        }
        return ServerProcess.start(
                        PostgresBinaries.command("postgres", arguments),
                        folder.resolve("postgres.log"),
                        List.of(port()))
                .listening();
    }
}
