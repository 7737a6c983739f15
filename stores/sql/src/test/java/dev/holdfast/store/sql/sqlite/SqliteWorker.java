package dev.holdfast.store.sql.sqlite;

import dev.holdfast.StoreException;
import dev.holdfast.spi.Change;
import dev.holdfast.spi.Key;
import dev.holdfast.spi.Key.Kind;
import dev.holdfast.store.sql.Records;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

/** A process of its own that uses a store, and says on its standard output what it did. */
final class SqliteWorker implements AutoCloseable {
    private final Process process;
    private final BufferedReader output;

    private SqliteWorker(Process process) {
        this.process = process;
        this.output = new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
    }

    /** What a worker does. */
    enum Task {
        /** Adds one to the counter as often as told. */
        COUNT,
        /** Adds one until it is killed; says each version it was given. */
        COUNT_ON,
        /** Writes ever more until something fails; says what. */
        FILL,
        /** Takes the write lock, says so, and keeps it. */
        KEEP
    }

    /** Starts a worker, behind the given words of a shell if there are any. */
    static SqliteWorker start(String shell, Task task, Path file, int times) throws IOException {
        List<String> command = new ArrayList<>(List.of("sh", "-c", shell + " exec \"$@\"", "sh"));
        command.addAll(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xshare:auto",
                "-XX:TieredStopAtLevel=1",
                "-Djava.io.tmpdir=" + System.getProperty("java.io.tmpdir"),
                "-cp",
                System.getProperty("java.class.path"),
                SqliteWorker.class.getName(),
                task.name(),
                file.toString(),
                Integer.toString(times)));
        return new SqliteWorker(new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start());
    }

    String line() throws IOException {
        return output.readLine();
    }

    List<String> lines() {
        return output.lines().toList();
    }

    long pid() {
        return process.pid();
    }

    /** Stops it by SIGSTOP. */
    void stop() throws IOException, InterruptedException {
        new ProcessBuilder("kill", "-STOP", Long.toString(process.pid()))
                .start()
                .waitFor();
    }

    /** Kills it by SIGKILL; what it had said can still be read. */
    void kill() throws InterruptedException {
        process.toHandle().destroyForcibly();
        process.waitFor();
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }

    public static void main(String[] arguments) {
        int times = Integer.parseInt(arguments[2]);
        try (SqliteLockStore store = SqliteLockStore.open(Path.of(arguments[1]), InstantSource.system())) {
            switch (Task.valueOf(arguments[0])) {
                case COUNT -> count(store, times);
                case COUNT_ON -> countOn(store);
                case FILL -> fill(store);
                case KEEP -> keep(Path.of(arguments[1]));
            }
        }
    }

    private static void count(SqliteLockStore store, int times) {
        for (int done = 0; done < times; ) {
            done += Records.increment(store) > 0 ? 1 : 0;
        }
        System.out.println("done");
    }

    private static void countOn(SqliteLockStore store) {
        while (true) {
            System.out.println(Records.increment(store));
        }
    }

    private static void keep(Path file) {
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + file);
                Statement statement = connection.createStatement()) {
            statement.execute("BEGIN IMMEDIATE");
            System.out.println("begun");
            while (true) {
                LockSupport.park();
            }
        } catch (SQLException e) {
            System.out.println(e);
        }
    }

    private static void fill(SqliteLockStore store) {
        for (int i = 0; ; i++) {
            Key key = new Key(Kind.DRAFT, "draft-" + i);
            try {
                Records.applied(store, Change.put(key, Change.ABSENT, Records.draft(i, "x".repeat(20_000))));
            } catch (StoreException e) {
                System.out.println(i + " " + e.getClass().getSimpleName() + " " + e.getMessage());
                return;
            }
        }
    }
}
