package dev.holdfast.store.redis;

import io.lettuce.core.resource.ClientResources;
import io.lettuce.core.resource.DefaultClientResources;
import io.lettuce.core.resource.Transports;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** The driver's few threads, all daemons: one set for all stores of a process, ended with the last of them. */
final class RedisThreads {
    private static final int THREADS = 2;

    private static int users;
    private static @Nullable ClientResources shared;

    private RedisThreads() {}

    static synchronized ClientResources use() {
        if (shared == null) {
            shared = DefaultClientResources.builder()
                    .ioThreadPoolSize(THREADS)
                    .computationThreadPoolSize(THREADS)
                    .build();
            // Held until the last store is closed: the driver counts its users without a lock, and might end these
            // threads for a
            // store that closes while another one begins to use them.
            shared.eventLoopGroupProvider().allocate(Transports.eventLoopGroupClass());
        }
        users++;
        return shared;
    }

    static synchronized void release() {
        users--;
        if (users == 0 && shared != null) {
            shared.shutdown(0, 1, TimeUnit.SECONDS).awaitUninterruptibly(TimeUnit.SECONDS.toMillis(2));
            shared = null;
        }
    }
}
