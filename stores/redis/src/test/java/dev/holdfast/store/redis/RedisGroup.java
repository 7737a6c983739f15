package dev.holdfast.store.redis;

import static org.awaitility.Awaitility.await;

import dev.holdfast.engines.RedisServer;
import dev.holdfast.engines.Wires;
import io.lettuce.core.KillArgs;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisConnectionException;
import io.lettuce.core.RedisURI;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.api.sync.RedisCommands;
import io.lettuce.core.cluster.SlotHash;
import io.lettuce.core.codec.StringCodec;
import io.lettuce.core.output.StatusOutput;
import io.lettuce.core.protocol.CommandArgs;
import io.lettuce.core.protocol.CommandType;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Servers of which one takes over when another fails: with sentinels, or as a cluster.
 *
 * @param master the one that has the locks at first
 * @param replica its replica
 * @param informants those that the address names
 */
record RedisGroup(
        RedisServer master, RedisServer replica, List<RedisServer> informants, List<RedisServer> all, boolean cluster)
        implements AutoCloseable {
    private static final Duration SOON = Duration.ofSeconds(90);
    private static final int SLOTS = 16_384;
    private static final int MASTERS = 3;

    /**
     * Starts a server, its replica and three sentinels.
     *
     * @param patience after which a sentinel believes that the master is down
     */
    static RedisGroup sentinels(Path folder, Duration patience) {
        RedisServer master = RedisServer.everySecond(folder.resolve("master"), "--masterauth", Wires.PASSWORD);
        RedisServer replica = RedisServer.everySecond(
                folder.resolve("replica"),
                "--masterauth",
                Wires.PASSWORD,
                "--replicaof",
                "127.0.0.1",
                Integer.toString(master.port()));
        List<RedisServer> sentinels = IntStream.range(0, 3)
                .mapToObj(i -> RedisServer.sentinel(
                        folder.resolve("sentinel" + i),
                        "sentinel monitor mymaster 127.0.0.1 " + master.port() + " 2",
                        "sentinel auth-pass mymaster " + Wires.PASSWORD,
                        "sentinel down-after-milliseconds mymaster " + patience.toMillis(),
                        "sentinel failover-timeout mymaster 10000"))
                .toList();
        List<RedisServer> all = new ArrayList<>(sentinels);
        all.addAll(List.of(master, replica));
        RedisGroup group = new RedisGroup(master, replica, sentinels, all, false);
        group.awaitLink();
        for (RedisServer sentinel : sentinels) {
            await("sentinels know each other")
                    .atMost(SOON)
                    .until(() -> ask(sentinel, false, redis -> redis.info("sentinel"))
                            .contains("slaves=1,sentinels=3"));
        }
        return group;
    }

    /** Starts a cluster of three masters with a replica each. */
    static RedisGroup cluster(Path folder, Duration patience) {
        List<RedisServer> nodes = IntStream.range(0, 2 * MASTERS)
                .mapToObj(i -> RedisServer.node(
                        folder.resolve("node" + i),
                        "--appendonly",
                        "yes",
                        "--masterauth",
                        Wires.PASSWORD,
                        "--cluster-node-timeout",
                        Long.toString(patience.toMillis())))
                .toList();
        for (int i = 0; i < nodes.size(); i++) {
            int number = i;
            ask(nodes.get(i), true, redis -> redis.clusterSetConfigEpoch(number + 1L));
        }
        for (RedisServer node : nodes.subList(1, nodes.size())) {
            ask(nodes.get(0), true, redis -> redis.clusterMeet("127.0.0.1", node.port()));
        }
        for (int i = 0; i < MASTERS; i++) {
            int[] slots = IntStream.range(i * SLOTS / MASTERS, (i + 1) * SLOTS / MASTERS)
                    .toArray();
            ask(nodes.get(i), true, redis -> redis.clusterAddSlots(slots));
        }
        nodes.forEach(node -> await("all nodes meet")
                .atMost(SOON)
                .until(() -> ask(node, true, RedisCommands::clusterNodes)
                                .lines()
                                .filter(line -> line.contains(" connected"))
                                .count()
                        == nodes.size()));
        for (int i = 0; i < MASTERS; i++) {
            String id = ask(nodes.get(i), true, RedisCommands::clusterMyId);
            ask(nodes.get(MASTERS + i), true, redis -> redis.clusterReplicate(id));
        }
        nodes.forEach(node -> await("the cluster is whole").atMost(SOON).until(() -> {
            String known = ask(node, true, RedisCommands::clusterNodes);
            return known.lines().filter(line -> line.contains("slave")).count() == MASTERS
                    && ask(node, true, RedisCommands::clusterInfo).contains("cluster_state:ok");
        }));
        int owner = SlotHash.getSlot("{holdfast}") * MASTERS / SLOTS;
        RedisGroup group = new RedisGroup(nodes.get(owner), nodes.get(MASTERS + owner), nodes, nodes, true);
        group.awaitLink();
        return group;
    }

    private void awaitLink() {
        await("the replica has all")
                .atMost(SOON)
                .until(() ->
                        ask(replica, true, redis -> redis.info("replication")).contains("master_link_status:up"));
    }

    /** Returns the address of the locks, with at least one option. */
    String address() {
        String hosts =
                informants.stream().map(each -> "127.0.0.1:" + each.port()).collect(Collectors.joining(","));
        return (cluster ? "redis-cluster" : "redis-sentinel") + "://:" + Wires.PASSWORD + "@" + hosts
                + (cluster ? "?timeout=10s" : "/0?master=mymaster");
    }

    /** Waits until the replica has all that the master did so far. */
    void awaitCopied() {
        long done = offset(master, "master_repl_offset:");
        await("copied").atMost(SOON).until(() -> offset(replica, "slave_repl_offset:") >= done);
    }

    private static long offset(RedisServer server, String name) {
        return ask(server, true, redis -> redis.info("replication"))
                .lines()
                .filter(line -> line.startsWith(name))
                .mapToLong(line -> Long.parseLong(line.substring(name.length()).strip()))
                .findFirst()
                .orElse(0);
    }

    /** Cuts the replica off: what the master does from now on, it alone has. */
    void cutOff() {
        ask(replica, true, redis -> redis.configSet("masterauth", "no-longer"));
        ask(replica, true, redis -> redis.configSet("repl-timeout", "1"));
        ask(master, true, redis -> redis.clientKill(KillArgs.Builder.typeSlave()));
        await("cut off")
                .atMost(SOON)
                .until(() ->
                        ask(replica, true, redis -> redis.info("replication")).contains("master_link_status:down"));
    }

    /** Lets the replica take over without an election. */
    void takeOver() {
        if (cluster) {
            ask(replica, true, redis -> redis.clusterFailover(true, true));
        } else {
            ask(
                    informants.get(0),
                    false,
                    redis -> redis.dispatch(
                            CommandType.SENTINEL,
                            new StatusOutput<>(StringCodec.UTF8),
                            new CommandArgs<>(StringCodec.UTF8).add("FAILOVER").add("mymaster")));
        }
    }

    /** Waits until the replica takes changes. */
    void awaitTakenOver() {
        await("taken over")
                .atMost(SOON)
                .until(() ->
                        ask(replica, true, redis -> redis.info("replication")).contains("role:master"));
    }

    private static <T> T ask(RedisServer server, boolean login, Function<RedisCommands<String, String>, T> question) {
        RedisURI.Builder uri = RedisURI.builder().withHost("127.0.0.1").withPort(server.port());
        if (login) {
            uri.withPassword((CharSequence) Wires.PASSWORD);
        }
        RedisClient client = RedisClient.create(uri.build());
        try (StatefulRedisConnection<String, String> connection = connected(client)) {
            return question.apply(connection.sync());
        } finally {
            client.shutdown(Duration.ZERO, Duration.ofSeconds(1));
        }
    }

    /** Connects. A server that takes over, or follows another one, closes the connections that it has at that moment. */
    private static StatefulRedisConnection<String, String> connected(RedisClient client) {
        try {
            return client.connect();
        } catch (RedisConnectionException e) {
            return client.connect();
        }
    }

    @Override
    public void close() {
        all.forEach(RedisServer::close);
    }
}
