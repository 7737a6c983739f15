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
            giveBack(shared, threads);

            assertThat(threads.isShuttingDown()).isFalse();
            assertThat((Object) shared.eventLoopGroupProvider().allocate(Transports.eventLoopGroupClass()))
                    .isSameAs(threads);
            giveBack(shared, threads);
        } finally {
            RedisThreads.release();
        }
    }

    @Test
    void theLastStoreEndsThem() {
        ClientResources shared = RedisThreads.use();
        EventLoopGroup threads = shared.eventLoopGroupProvider().allocate(Transports.eventLoopGroupClass());
        giveBack(shared, threads);

        RedisThreads.release();

        assertThat(threads.isShuttingDown()).isTrue();
    }

    private static void giveBack(ClientResources shared, EventLoopGroup threads) {
        assertThat(shared.eventLoopGroupProvider()
                        .release(threads, 0, 1, TimeUnit.SECONDS)
                        .awaitUninterruptibly(5, TimeUnit.SECONDS))
                .isTrue();
    }
}
