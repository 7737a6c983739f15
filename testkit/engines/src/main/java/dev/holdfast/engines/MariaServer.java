package dev.holdfast.engines;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A real MariaDB server with one database, {@code locks}, and a user who may do everything, {@code holdfast}. */
public final class MariaServer extends SqlServer {
    private final Path folder;
    private final List<String> settings;

    private MariaServer(Path folder, List<String> settings) {
        super(Ports.free(), "mariadb", MariaData.USER, MariaData.DATABASE);
        this.folder = folder;
        this.settings = settings;
        begin();
        awaitAnswer();
    }

    /**
     * Starts a new server.
     *
     * @param folder for its data
     * @param settings of the server beyond MariaDB's own, such as {@code max_connections=200}
     */
    public static MariaServer start(Path folder, String... settings) {
        MariaData.copy(folder.resolve("data"));
        return new MariaServer(folder, List.of(settings));
    }

    /** Starts a server that answers sooner and may lose the last changes when its machine fails. */
    public static MariaServer quick(Path folder, String... settings) {
        List<String> all = new ArrayList<>(List.of("innodb-flush-log-at-trx-commit=2"));
        all.addAll(List.of(settings));
        return start(folder, all.toArray(new String[0]));
    }

    /** Returns a quick server for all classes of this JVM that neither disturb nor end it. */
    public static MariaServer shared() {
        return SharedMaria.SERVER;
    }

    /** Started when it is first needed. */
    private static final class SharedMaria {
        private static final MariaServer SERVER =
                SharedServer.start("mariadb", folder -> quick(folder, "max-connections=400"));
    }

    static List<String> command(Path folder) {
        Path programs = MariaPrograms.folder();
        return new ArrayList<>(List.of(
                MariaPrograms.server().toString(),
                "--no-defaults",
                "--user=" + System.getProperty("user.name"),
                "--basedir=" + programs,
                "--lc-messages-dir=" + programs.resolve("share"),
                "--datadir=" + folder.resolve("data"),
                "--tmpdir=" + folder,
                "--innodb-log-file-size=64M",
                "--innodb-buffer-pool-size=64M",
                // Otherwise it makes a key first, which takes longer than most tests.
                "--skip-ssl"));
    }

    @Override
    ServerProcess launch() {
        List<String> command = command(folder);
        command.addAll(List.of(
                "--port=" + port(),
                "--bind-address=127.0.0.1",
                // The path of a socket must be short, and no test needs one.
                "--socket=mariadb.sock",
                "--pid-file=" + folder.resolve("pid")));
        settings.forEach(setting -> command.add("--" + setting));
        return ServerProcess.start(command, folder.resolve("mariadb.log"), List.of(port()))
                .listening();
    }
}
