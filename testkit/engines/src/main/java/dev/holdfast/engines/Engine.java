package dev.holdfast.engines;

import java.nio.file.Path;

/** The servers that can hold locks. */
public enum Engine {
    POSTGRESQL,
    MARIADB,
    REDIS,
    ZOOKEEPER,
    ETCD;

    /** Starts a server with its default settings and its files in a folder. */
    public Server start(Path folder) {
        return switch (this) {
            case POSTGRESQL -> PostgresServer.start(folder);
            case MARIADB -> MariaServer.start(folder);
            case REDIS -> RedisServer.everySecond(folder);
            case ZOOKEEPER -> ZooKeeperServer.start(folder);
            case ETCD -> EtcdServer.start(folder);
        };
    }
}
