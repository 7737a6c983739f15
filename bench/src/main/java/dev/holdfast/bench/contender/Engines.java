package dev.holdfast.bench.contender;

import dev.holdfast.engines.EtcdServer;
import dev.holdfast.engines.MariaServer;
import dev.holdfast.engines.PostgresServer;
import dev.holdfast.engines.RedisServer;
import dev.holdfast.engines.ZooKeeperServer;
import java.util.List;
import java.util.Map;

/** The engines that can be measured. */
public final class Engines {
    public static final Engine POSTGRESQL = new Engine(
            "postgresql",
            "PostgreSQL",
            folder -> PostgresServer.start(folder, "max_connections=200"),
            List.of(
                    Entrant.floor("bare driver", BareJdbc::new),
                    Entrant.peer("ShedLock", ShedLock::onPostgres),
                    Entrant.peer("Spring Integration", SpringJdbc::onPostgres).waiting(),
                    Entrant.session("pg_advisory_lock", AdvisoryLocks::new),
                    Entrant.holdfast()),
            Map.of(1, 0.8, 16, 1.5, 64, 3.0),
            1.2,
            2,
            ServerFacts::postgresql);

    public static final Engine MARIADB = new Engine(
            "mariadb",
            "MariaDB",
            MariaServer::start,
            List.of(
                    Entrant.floor("bare driver", BareJdbc::new),
                    Entrant.peer("ShedLock", ShedLock::onMariadb),
                    Entrant.peer("Spring Integration", SpringJdbc::onMariadb).waiting(),
                    Entrant.holdfast()),
            Map.of(1, 0.8, 16, 1.2),
            1.2,
            2,
            ServerFacts::mariadb);

    public static final Engine REDIS = new Engine(
            "redis",
            "Redis",
            RedisServer::everySecond,
            List.of(
                    Entrant.floor("bare driver", (address, connections) -> new BareRedis(address)),
                    Entrant.peer("Spring Integration", (address, connections) -> new SpringRedis(address))
                            .waiting(),
                    Entrant.peer("Redisson", RedissonLocks::plain).waiting().sharing(),
                    Entrant.peer("Redisson, fenced", RedissonLocks::fenced).waiting(),
                    Entrant.holdfast()),
            Map.of(1, 0.7, 16, 0.75),
            1,
            1.3,
            ServerFacts::redis);

    public static final Engine ZOOKEEPER = new Engine(
            "zookeeper",
            "ZooKeeper",
            // Otherwise it shortens the session that the contenders ask for.
            folder -> ZooKeeperServer.start(folder, List.of("maxSessionTimeout=60000")),
            List.of(
                    Entrant.floor("bare driver", (address, connections) -> new BareZookeeper(address)),
                    Entrant.peer("Curator mutex", (address, connections) -> Curator.mutex(address))
                            .waiting()
                            .sharing(),
                    Entrant.peer("Curator semaphore mutex", (address, connections) -> Curator.semaphore(address))
                            .waiting(),
                    Entrant.holdfast()),
            Map.of(1, 0.8, 16, 1.5),
            1.2,
            1.3,
            ServerFacts::zookeeper);

    public static final Engine ETCD = new Engine(
            "etcd",
            "etcd",
            EtcdServer::start,
            List.of(
                    Entrant.floor("bare driver", (address, connections) -> new BareEtcd(address)),
                    Entrant.peer("jetcd lock", (address, connections) -> new JetcdLock(address))
                            .waiting(),
                    Entrant.holdfast()),
            Map.of(1, 0.8, 16, 4.0),
            1,
            2,
            ServerFacts::etcd);

    public static final List<Engine> ALL = List.of(POSTGRESQL, MARIADB, REDIS, ZOOKEEPER, ETCD);

    private Engines() {}
}
