package dev.holdfast.servers;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** A real MariaDB server with one database, {@code locks}, and a user who may do everything, {@code holdfast}. */
public final class MariaServer implements Server {
    private static final Duration START = Duration.ofMinutes(2);
    private static final String DATABASE = MariaData.DATABASE;
    private static final String USER = MariaData.USER;

    private final Path folder;
    private final int port;
    private final List<String> settings;
    private ServerProcess process;

    private MariaServer(Path folder, int port, List<String> settings) {
        this.folder = folder;
        this.port = port;
        this.settings = settings;
        this.process = started();
    }

    /**
     * Starts a new server.
     *
     * @param folder for its data
     * @param settings of the server beyond MariaDB's own, such as {@code max_connections=200}
     */
    public static MariaServer start(Path folder, String... settings) {
        MariaData.copy(folder.resolve("data"));
        return new MariaServer(folder, Ports.free(), List.of(settings));
    }

    /** Starts a server that answers sooner and may lose the last changes when its machine fails. */
    public static MariaServer quick(Path folder, String... settings) {
        List<String> all = new ArrayList<>(List.of("innodb-flush-log-at-trx-commit=2"));
        all.addAll(List.of(settings));
        return start(folder, all.toArray(new String[0]));
    }

    /** Returns a quick server for all classes of this JVM that neither disturb nor end it. */
    public static MariaServer shared() {
        return Shared.SERVER;
    }

    /** Started when it is first needed. */
    private static final class Shared {
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

    private ServerProcess started() {
        List<String> command = command(folder);
        command.addAll(List.of(
                "--port=" + port,
                "--bind-address=127.0.0.1",
                // The path of a socket must be short, and no test needs one.
                "--socket=mariadb.sock",
                "--pid-file=" + folder.resolve("pid")));
        settings.forEach(setting -> command.add("--" + setting));
        ServerProcess begun = ServerProcess.start(command, folder.resolve("mariadb.log"), List.of(port))
                .listening();
        awaitAnswer(begun);
        return begun;
    }

    /** Waits until the server answers: it listens before it accepts users. */
    private void awaitAnswer(ServerProcess begun) {
        long end = System.nanoTime() + START.toNanos();
        while (true) {
            try (Connection connection = DriverManager.getConnection(jdbcUrl(), USER, Wires.PASSWORD)) {
                connection.isValid(1);
                return;
            } catch (SQLException e) {
                if (!begun.runs() || System.nanoTime() - end > 0) {
                    begun.end();
                    throw new IllegalStateException("MariaDB does not answer; it said:\n" + begun.said(), e);
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
        return "mariadb://" + USER + ":" + Wires.PASSWORD + "@127.0.0.1:" + other + "/" + DATABASE;
    }

    /** Returns the address of its database for JDBC, without user and password. */
    public String jdbcUrl() {
        return "jdbc:mariadb://127.0.0.1:" + port + "/" + DATABASE;
    }

    public String user() {
        return USER;
    }

    public String password() {
        return Wires.PASSWORD;
    }

    /** Returns a plain connection of the user who may do everything. */
    public Connection connect() {
        try {
            return DriverManager.getConnection(jdbcUrl(), USER, Wires.PASSWORD);
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Runs a statement as the user who may do everything. */
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
