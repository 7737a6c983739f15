package dev.holdfast.it.engines;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.awaitility.Awaitility;

/** The PostgreSQL that is installed on this machine: its tools are of the same version, and refuse a newer server. */
final class OwnPostgres implements AutoCloseable {
    private static final Path VERSIONS = Path.of("/usr/lib/postgresql");

    private final Path folder;
    private final int port;
    private final Process process;

    private OwnPostgres(Path folder, int port, Process process) {
        this.folder = folder;
        this.port = port;
        this.process = process;
    }

    static boolean installed() {
        return programs().isPresent() && Tool.installed("unshare");
    }

    /** Returns the folder of the newest version that has a server and its tools. */
    private static Optional<Path> programs() {
        if (!Files.isDirectory(VERSIONS)) {
            return Optional.empty();
        }
        try (Stream<Path> versions = Files.list(VERSIONS)) {
            return versions.map(version -> version.resolve("bin"))
                    .filter(bin -> Stream.of("initdb", "postgres", "pg_dump", "pg_restore")
                            .allMatch(program -> Files.isExecutable(bin.resolve(program))))
                    .max(Comparator.naturalOrder());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Starts a new server with an empty database, {@code locks}. */
    static OwnPostgres start(Path folder) throws IOException, InterruptedException {
        Path data = folder.resolve("data");
        Tool.run(
                folder,
                Map.of(),
                List.of(),
                command("initdb", "--pgdata=" + data, "--username=postgres", "--auth=trust", "--encoding=UTF8"));
        int port = freePort();
        Process process = new ProcessBuilder(command(
                        "postgres",
                        "-D",
                        data.toString(),
                        "-c",
                        "port=" + port,
                        "-c",
                        "listen_addresses=127.0.0.1",
                        "-c",
                        "unix_socket_directories="))
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("postgres.log").toFile())
                .start();
        OwnPostgres server = new OwnPostgres(folder, port, process);
        Awaitility.await().atMost(2, TimeUnit.MINUTES).ignoreExceptions().until(() -> {
            server.run("createdb", "locks");
            return true;
        });
        return server;
    }

    /** Returns a command line as another account than root, which the server refuses. */
    private static String[] command(String program, String... arguments) {
        List<String> command = new ArrayList<>(List.of(
                "unshare", "-U", programs().orElseThrow().resolve(program).toString()));
        command.addAll(List.of(arguments));
        return command.toArray(String[]::new);
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    String address() {
        return "postgresql://postgres@127.0.0.1:" + port + "/locks";
    }

    /** Runs one of its tools against it. */
    void run(String tool, String... words) throws IOException, InterruptedException {
        List<String> command =
                new ArrayList<>(List.of(programs().orElseThrow().resolve(tool).toString()));
        command.addAll(List.of(words));
        Map<String, String> login = Map.of("PGHOST", "127.0.0.1", "PGPORT", String.valueOf(port), "PGUSER", "postgres");
        Tool.run(folder, login, List.of(), command.toArray(String[]::new));
    }

    @Override
    public void close() {
        process.destroy();
        try {
            if (!process.waitFor(1, TimeUnit.MINUTES)) {
                process.destroyForcibly();
            }
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }
}
