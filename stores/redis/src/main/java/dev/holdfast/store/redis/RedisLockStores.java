package dev.holdfast.store.redis;

import dev.holdfast.spi.LockStore;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;

/** Stores in the Redis that an application uses by Lettuce already. */
public final class RedisLockStores {
    private RedisLockStores() {}

    /** Opens a store over the application's client, without a prefix. */
    public static LockStore over(RedisClient client, RedisURI server) {
        return over(client, server, "");
    }

    /**
     * Opens a store on that server, reached as the application reaches it: with the same user and password, and with the TLS
     * settings of its client. The client is neither changed nor closed. The connections are the store's own, since the
     * application's would send a change again when they were broken in the middle of it.
     *
     * @param options as an address has them: {@code prefix=orders&quiet=5s}; may be empty
     * @throws IllegalArgumentException if it is no single server, such as one behind sentinels or a socket
     * @throws dev.holdfast.StoreException if the server cannot be used
     */
    public static LockStore over(RedisClient client, RedisURI server, String options) {
        String host = server.getHost();
        if (host == null || host.isEmpty() || !server.getSentinels().isEmpty() || server.getSocket() != null) {
            throw new IllegalArgumentException(
                    "Locks are kept on one server of Redis that is reached by its host and port; sentinels and sockets"
                            + " are not supported.");
        }
        String address = (server.isSsl() ? "rediss://" : "redis://")
                + (host.contains(":") ? "[" + host + "]" : host)
                + ":" + server.getPort() + (server.getDatabase() == 0 ? "" : "/" + server.getDatabase())
                + (options.isEmpty() ? "" : "?" + options);
        RedisSettings settings = RedisSettings.of(address);
        return RedisLockStore.open(settings, RedisDriver.like(settings, client.getOptions(), server));
    }
}
