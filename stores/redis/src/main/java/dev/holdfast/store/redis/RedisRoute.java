package dev.holdfast.store.redis;

import io.lettuce.core.RedisURI;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;

/** The way to the server that takes changes now. Thread-safe. */
interface RedisRoute extends AutoCloseable {
    /**
     * Returns how to reach that server, by what the others know that are asked.
     *
     * @throws ExecutionException if it is not known at the moment
     */
    RedisURI find(Deadline deadline) throws ExecutionException, TimeoutException;

    /** Ends the connections by which it asked. */
    @Override
    void close();

    /** One server, of which its address is known. */
    record Fixed(RedisURI server) implements RedisRoute {
        @Override
        public RedisURI find(Deadline deadline) {
            return server;
        }

        @Override
        public void close() {}
    }
}
