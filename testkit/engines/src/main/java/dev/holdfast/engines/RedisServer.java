package dev.holdfast.engines;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import redis.embedded.core.ExecutableProvider;

/** A Redis 6.2 in its own process. It requires a password, unless the options say otherwise. */
public final class RedisServer extends Server {
    private static final int MAX_NODE_PORT = 22_000;

    private final List<String> command;
    private final Path log;

    private RedisServer(int port, List<String> command, Path log) {
        super(port);
        this.command = command;
        this.log = log;
        begin();
    }

    @Override
    ServerProcess launch() {
        List<Integer> ports = new ArrayList<>(List.of(port()));
        int tls = command.indexOf("--tls-port");
        if (tls >= 0) {
            ports.add(Integer.valueOf(command.get(tls + 1)));
        }
        return ServerProcess.start(command, log, ports).listening();
    }

    @Override
    void awaitAnswer() {} // it answers when it listens

    /**
     * The program, unpacked once in a JVM. The last copy is made by another process: a file that this one has open for writing
     * is inherited, open, by whatever another thread starts at that moment, and cannot be run until that has ended.
     */
    private static final class Program {
        static final String PATH = unpack();

        private static String unpack() {
            try {
                Path folder = Files.createTempDirectory("redis");
                File unpacked = ExecutableProvider.newJarResourceProvider(folder.toFile())
                        .get();
                Path program = folder.resolve("redis-server");
                int code = new ProcessBuilder("cp", "-p", unpacked.getAbsolutePath(), program.toString())
                        .inheritIO()
                        .start()
                        .waitFor();
                if (code != 0) {
                    throw new IOException("Cannot copy " + unpacked + " to " + program + ".");
                }
                return program.toAbsolutePath().toString();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            } catch (InterruptedException e) {
                throw new IllegalStateException("Not waited for.", e);
            }
        }
    }

    /** Starts a server that keeps acknowledged changes when it is killed. */
    public static RedisServer durable(Path folder, String... more) {
        return with(folder, "always", more);
    }

    /** Starts a server that flushes once a second, as most do. */
    public static RedisServer everySecond(Path folder, String... more) {
        return with(folder, "everysec", more);
    }

    private static RedisServer with(Path folder, String fsync, String... more) {
        List<String> options = new ArrayList<>(List.of("--appendonly", "yes", "--appendfsync", fsync));
        options.addAll(List.of(more));
        return start(folder, options.toArray(new String[0]));
    }

    /**
     * Starts a sentinel.
     *
     * @param lines of its configuration
     */
    public static RedisServer sentinel(Path folder, String... lines) {
        try {
            int port = Ports.free();
            List<String> configuration =
                    new ArrayList<>(List.of("port " + port, "bind 127.0.0.1", "dir " + folder.toAbsolutePath()));
            configuration.addAll(List.of(lines));
            Path file = Files.createDirectories(folder).resolve("sentinel.conf");
            Files.write(file, configuration);
            return new RedisServer(
                    port, List.of(Program.PATH, file.toString(), "--sentinel"), folder.resolve("redis.log"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Starts a node for a cluster; the nodes still have to be told of each other. */
    public static RedisServer node(Path folder, String... more) {
        List<String> options =
                new ArrayList<>(List.of("--cluster-enabled", "yes", "--cluster-config-file", "nodes.conf"));
        options.addAll(List.of(more));
        // Nodes talk to each other on the port plus 10,000, which must not be one that the kernel gives away.
        return start(folder, Ports.freeBelow(MAX_NODE_PORT), options.toArray(new String[0]));
    }

    /** Starts a server that saves nothing unless the options, as on the command line of Redis, say so. */
    public static RedisServer start(Path folder, String... options) {
        return start(folder, Ports.free(), options);
    }

    private static RedisServer start(Path folder, int port, String... options) {
        try {
            Files.createDirectories(folder);
            List<String> command = new ArrayList<>(List.of(
                    Program.PATH,
                    "--port",
                    Integer.toString(port),
                    "--bind",
                    "127.0.0.1",
                    "--dir",
                    folder.toAbsolutePath().toString(),
                    "--save",
                    "",
                    "--requirepass",
                    Wires.PASSWORD));
            command.addAll(List.of(options));
            return new RedisServer(port, command, folder.resolve("redis.log"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public String address(int other) {
        return "redis://:" + Wires.PASSWORD + "@127.0.0.1:" + other + "/0";
    }
}
