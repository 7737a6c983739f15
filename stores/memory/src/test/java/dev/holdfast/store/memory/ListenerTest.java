package dev.holdfast.store.memory;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.LockHandle;
import dev.holdfast.LockManager;
import dev.holdfast.LockView;
import dev.holdfast.ManagerOptions;
import dev.holdfast.store.LockStore;
import dev.holdfast.store.StoreUnreachableException;
import dev.holdfast.store.Subscription;
import java.time.InstantSource;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A listener sees the last state of every lock, with a feed and without one. */
@Timeout(180)
class ListenerTest {
    private final AtomicInteger feedsClosed = new AtomicInteger();
    private final AtomicInteger storesClosed = new AtomicInteger();
    private final BlockingQueue<String> shown = new LinkedBlockingQueue<>();
    private final CountDownLatch failed = new CountDownLatch(1);
    private volatile boolean feeds;
    private volatile boolean away;
    private final LockManager locks = LockManager.over(store(), ManagerOptions.USUAL);

    private LockStore store() {
        LockStore memory = new MemoryStoreProvider().open("memory:" + UUID.randomUUID(), InstantSource.system());
        return Hooked.store(memory, (method, arguments, call) -> {
            if (method.equals("close")) {
                storesClosed.incrementAndGet();
            } else if (method.equals("watch")) {
                return feeds ? counted((Optional<?>) call.make()) : Optional.empty();
            } else if (away && (method.equals("read") || method.equals("query"))) {
                failed.countDown();
                throw new StoreUnreachableException("Away.", null);
            }
            return call.make();
        });
    }

    private Optional<Subscription> counted(Optional<?> feed) {
        return feed.map(Subscription.class::cast).map(subscription -> () -> {
            feedsClosed.incrementAndGet();
            subscription.close();
        });
    }

    @AfterEach
    void close() {
        away = false;
        locks.close();
    }

    private void show(LockView view) {
        shown.add(view.resource() + (view.holds().isEmpty() ? " free" : " held"));
        if (view.resource().equals("bad")) {
            throw new IllegalStateException("A listener that fails.");
        }
    }

    /** The same state may be shown twice. */
    private void awaitShown(String expected) throws InterruptedException {
        String next = "";
        while (!expected.equals(next)) {
            next = shown.poll(90, TimeUnit.SECONDS);
            assertThat(next).as("before " + expected).isNotNull();
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void listener_seesGrantsAndReleases_afterFailuresToo(boolean withFeed) throws Exception {
        feeds = withFeed;
        try (Subscription listening = locks.listen("", this::show)) {
            assertThat(listening).isNotNull();
            locks.acquire("bad");
            awaitShown("bad held");
            LockHandle handle = locks.acquire("a");
            awaitShown("a held");
            away = true;
            handle.close();
            assertThat(failed.await(90, TimeUnit.SECONDS)).isTrue();
            away = false;
            awaitShown("a free");
            LockHandle again = locks.acquire("a");
            awaitShown("a held");
            again.close();
            awaitShown("a free");
            assertThat(feedsClosed).hasValue(0);
        }
        assertThat(feedsClosed.get() > 0).isEqualTo(withFeed);
        locks.close();
        assertThat(storesClosed).hasValue(1);
    }
}
