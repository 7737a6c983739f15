package dev.holdfast.store.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.lettuce.core.resource.ClientResources;
import io.lettuce.core.resource.Transports;
import io.netty.channel.EventLoopGroup;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class RedisThreadsTest {
    /** Two stores that open and close at the same time were refused now and then: one had ended the other's threads. */
    @Test
    void aClientThatEndsLeavesTheThreadsToTheOthers() {
        ClientResources shared = RedisThreads.use();
        try {
            EventLoopGroup threads = shared.eventLoopGroupProvider().allocate(Transports.eventLoopGroupClass());
            shared.eventLoopGroupProvider().release(threads, 0, 1, TimeUnit.SECONDS);

            assertThat(threads.isShuttingDown()).isFalse();
            assertThat((Object) shared.eventLoopGroupProvider().allocate(Transports.eventLoopGroupClass()))
                    .isSameAs(threads);
            shared.eventLoopGroupProvider().release(threads, 0, 1, TimeUnit.SECONDS);
        } finally {
            RedisThreads.release();
        }
    }

    @Test
    void theLastStoreEndsThem() {
        ClientResources shared = RedisThreads.use();
        EventLoopGroup threads = shared.eventLoopGroupProvider().allocate(Transports.eventLoopGroupClass());
        shared.eventLoopGroupProvider().release(threads, 0, 1, TimeUnit.SECONDS);

        RedisThreads.release();

        assertThat(threads.isShuttingDown()).isTrue();
    }
}
