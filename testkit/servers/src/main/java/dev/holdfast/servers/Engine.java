package dev.holdfast.servers;

import java.nio.file.Path;

/** The servers that locks can be kept on. */
public enum Engine {
    POSTGRESQL,
    MARIADB,
    REDIS,
    ZOOKEEPER,
    ETCD;

    /** Starts one with its usual settings; its files go to that folder. */
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
