package dev.holdfast.engines;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A ZooKeeper server as a process of its own, alone or as one of an ensemble. */
public final class ZooKeeperServer extends Server {
    private static final List<String> JVM = List.of("-Xmx256m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1");

    private static final String SECURE = "secureClientPort=";

    private final Path folder;
    private final List<String> settings;

    private ZooKeeperServer(Path folder, int port, List<String> settings) {
        super(port);
        this.folder = folder;
        this.settings = settings;
        begin();
    }

    /** Starts a standalone server with its data in a folder, and returns when it answers. */
    public static ZooKeeperServer start(Path folder) {
        return start(folder, List.of());
    }

    /** Starts a standalone server with further lines in its configuration. */
    public static ZooKeeperServer start(Path folder, List<String> settings) {
        ZooKeeperServer server = new ZooKeeperServer(folder, Ports.free(), settings);
        server.awaitAnswer();
        return server;
    }

    /** Starts an ensemble of a size, and returns when it has a leader. */
    public static List<ZooKeeperServer> ensemble(Path folder, int size) {
        List<String> members = new ArrayList<>();
        List<Integer> ports = new ArrayList<>();
        members.add("initLimit=20");
        members.add("syncLimit=4");
        for (int i = 1; i <= size; i++) {
            int client = Ports.free();
            ports.add(client);
            members.add("server." + i + "=127.0.0.1:" + Ports.free() + ":" + Ports.free() + ";127.0.0.1:" + client);
        }
        List<ZooKeeperServer> servers = new ArrayList<>();
        for (int i = 1; i <= size; i++) {
            Path own = folder.resolve("member-" + i);
            write(own.resolve("myid"), List.of(Integer.toString(i)));
            servers.add(new ZooKeeperServer(own, ports.get(i - 1), members));
        }
        servers.forEach(ZooKeeperServer::awaitAnswer);
        return servers;
    }

    @Override
    ServerProcess launch() {
        List<String> lines = new ArrayList<>(settings);
        lines.add("dataDir=" + folder.toAbsolutePath());
        lines.add("tickTime=500"); // the shortest session is two of them
        lines.add("maxClientCnxns=0");
        lines.add("admin.enableServer=false");
        lines.add("4lw.commands.whitelist=srvr");
        if (settings.stream().noneMatch(line -> line.startsWith("server."))) {
            lines.add("clientPort=" + port());
            lines.add("clientPortAddress=127.0.0.1");
        }
        Path configuration = folder.resolve("zoo.cfg");
        write(configuration, lines);
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(JVM);
        command.addAll(List.of(
                "-Dzookeeper.preAllocSize=4096",
                "-Djava.io.tmpdir=" + folder.toAbsolutePath(),
                "-cp",
                System.getProperty("java.class.path"),
                "org.apache.zookeeper.server.quorum.QuorumPeerMain",
                configuration.toString()));
        return ServerProcess.start(command, folder.resolve("server.log"), ports());
    }

    private List<Integer> ports() {
        List<Integer> ports = new ArrayList<>(List.of(port()));
        settings.stream()
                .filter(line -> line.startsWith(SECURE))
                .forEach(line -> ports.add(Integer.valueOf(line.substring(SECURE.length()))));
        return ports;
    }

    private static void write(Path file, List<String> lines) {
        try {
            Files.createDirectories(file.toAbsolutePath().getParent());
            Files.write(file, lines);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    void awaitAnswer() {
        process().listening();
        long end = System.nanoTime() + 120_000_000_000L;
        while (mode().isEmpty()) {
            if (!process().runs() || System.nanoTime() - end > 0) {
                throw new IllegalStateException(
                        "ZooKeeper does not serve; it said:\n" + process().said());
            }
            ServerProcess.pauseBriefly();
        }
    }

    /** Returns {@code standalone}, {@code leader}, {@code follower}, or an empty text while it serves no client. */
    public String mode() {
        try (Socket socket = new Socket()) {
            socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port()), 500);
            socket.setSoTimeout(500);
            socket.getOutputStream().write("srvr".getBytes(US_ASCII));
            socket.shutdownOutput();
            for (String line : new String(socket.getInputStream().readAllBytes(), US_ASCII).split("\n", -1)) {
                if (line.startsWith("Mode: ")) {
                    return line.substring("Mode: ".length()).trim();
                }
            }
            return "";
        } catch (IOException e) {
            return "";
        }
    }

    @Override
    public String address(int other) {
        return address(other, "locks");
    }

    /** Returns the address of the store at that path. */
    public String address(int other, String path) {
        return "zookeeper://holdfast:" + Wires.PASSWORD + "@127.0.0.1:" + other + "/" + path;
    }
}
