package dev.holdfast.engines;

import java.io.IOException;
import java.io.InputStream;
import java.net.HttpURLConnection;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.awaitility.Awaitility;

/** An etcd, alone or as a member of a cluster. */
public final class EtcdServer extends Server {
    private final Path folder;
    private final String name;
    private final int peerPort;
    private final String cluster;
    private final List<String> options;

    private EtcdServer(Path folder, String name, int port, int peerPort, String cluster, List<String> options) {
        super(port);
        this.folder = folder;
        this.name = name;
        this.peerPort = peerPort;
        this.cluster = cluster;
        this.options = options;
        begin();
    }

    /** Starts a server that keeps acknowledged changes when it is killed. */
    public static EtcdServer start(Path folder, String... options) {
        int peer = Ports.free();
        EtcdServer server = new EtcdServer(folder, "one", Ports.free(), peer, "one=" + peerUrl(peer), List.of(options));
        server.awaitAnswer();
        return server;
    }

    /** Starts a server that answers sooner and may lose everything when killed, for tests that do not kill it. */
    public static EtcdServer quick(Path folder) {
        return start(folder, "--unsafe-no-fsync");
    }

    /** Starts a cluster; each member has its own folder below the given one. */
    public static List<EtcdServer> cluster(Path folder, int size) {
        List<Integer> peers = new ArrayList<>();
        StringBuilder cluster = new StringBuilder();
        for (int i = 0; i < size; i++) {
            int peer = Ports.free();
            peers.add(peer);
            cluster.append(i == 0 ? "" : ",")
                    .append("member-")
                    .append(i)
                    .append('=')
                    .append(peerUrl(peer));
        }
        List<EtcdServer> servers = new ArrayList<>();
        for (int i = 0; i < size; i++) {
            String name = "member-" + i;
            servers.add(new EtcdServer(
                    folder.resolve(name),
                    name,
                    Ports.free(),
                    peers.get(i),
                    cluster.toString(),
                    List.of("--unsafe-no-fsync", "--heartbeat-interval", "50", "--election-timeout", "500")));
        }
        servers.forEach(EtcdServer::awaitAnswer);
        return servers;
    }

    private static String peerUrl(int port) {
        return "http://127.0.0.1:" + port;
    }

    @Override
    ServerProcess launch() {
        String scheme = options.contains("--cert-file") ? "https" : "http";
        String client = scheme + "://127.0.0.1:" + port();
        List<String> command = new ArrayList<>(List.of(
                "etcd",
                "--name",
                name,
                "--data-dir",
                folder.resolve("data").toString(),
                "--listen-client-urls",
                client,
                "--advertise-client-urls",
                client,
                "--listen-peer-urls",
                peerUrl(peerPort),
                "--initial-advertise-peer-urls",
                peerUrl(peerPort),
                "--initial-cluster",
                cluster,
                "--log-level",
                "warn"));
        if (!options.contains("--heartbeat-interval")) {
            command.addAll(List.of("--heartbeat-interval", "10", "--election-timeout", "100"));
        }
        command.addAll(options);
        return ServerProcess.start(command, folder.resolve("etcd.log"), List.of(port(), peerPort))
                .listening();
    }

    @Override
    void awaitAnswer() {
        if (!options.contains("--cert-file")) {
            Awaitility.await("etcd elects a leader")
                    .atMost(Duration.ofSeconds(90))
                    .until(this::healthy);
        }
    }

    private boolean healthy() {
        try {
            HttpURLConnection connection = (HttpURLConnection)
                    URI.create("http://127.0.0.1:" + port() + "/health").toURL().openConnection();
            connection.setConnectTimeout(1_000);
            connection.setReadTimeout(2_000);
            try (InputStream in = connection.getInputStream()) {
                return new String(in.readAllBytes(), StandardCharsets.UTF_8).contains("true");
            }
        } catch (IOException e) {
            return false;
        }
    }

    @Override
    public String address(int other) {
        return "etcd://127.0.0.1:" + other + "/faults";
    }
}
