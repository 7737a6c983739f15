package dev.holdfast.store.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.holdfast.LockHandle;
import dev.holdfast.LockManager;
import dev.holdfast.LockView;
import dev.holdfast.ManagerOptions;
import dev.holdfast.StoreUnreachableException;
import dev.holdfast.Subscription;
import dev.holdfast.UnreadableRecordException;
import dev.holdfast.spi.Key;
import dev.holdfast.spi.LockStore;
import dev.holdfast.spi.StoreManagers;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
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
    private volatile boolean closed;
    private volatile String unreadable = "none";
    private final List<Long> looks = new CopyOnWriteArrayList<>();
    private final LockManager locks = StoreManagers.over(store(), ManagerOptions.DEFAULT);

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
            } else if (closed && (method.equals("read") || method.equals("query"))) {
                looks.add(System.nanoTime());
                throw new IllegalStateException("The store is closed.");
            } else if (method.equals("read") && ((Collection<?>) arguments[0]).contains(Key.lock(unreadable))) {
                throw new UnreadableRecordException("Not a record.", null);
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
        closed = false;
        locks.close();
    }

    private void show(LockView view) {
        shown.add(view.resource() + (view.holders().isEmpty() ? " free" : " held"));
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

    /** The threads that show changes to listeners. */
    private static List<Thread> threads() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().equals("holdfast-listener"))
                .toList();
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void managerThatIsClosed_endsItsListeners(boolean withFeed) throws Exception {
        feeds = withFeed;
        List<Thread> before = threads();
        assertThat(locks.listen("", this::show)).isNotNull();
        List<Thread> listeners = new ArrayList<>(threads());
        listeners.removeAll(before);
        assertThat(listeners).isNotEmpty();

        locks.close();

        for (Thread listener : listeners) {
            listener.join(Duration.ofSeconds(60).toMillis());
            assertThat(listener.isAlive()).isFalse();
        }
        assertThat(feedsClosed.get() > 0).isEqualTo(withFeed);
    }

    /** The store is closed by its owner, without the manager. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void listener_storeClosed_goesOnLookingWithPauses(boolean withFeed) throws Exception {
        feeds = withFeed;
        try (Subscription listening = locks.listen("", this::show)) {
            assertThat(listening).isNotNull();
            locks.acquire("a");
            awaitShown("a held");
            closed = true;
            locks.acquire("b");
            await().atMost(Duration.ofSeconds(60)).until(() -> looks.size() > 5);
            assertThat(Duration.ofNanos(looks.get(5) - looks.get(0)))
                    .as("five pauses")
                    .isGreaterThan(Duration.ofMillis(20));
            closed = false;
            awaitShown("b held");
        }
    }

    @Test
    void listener_oneRecordUnreadable_showsTheOthers() throws Exception {
        feeds = true;
        try (Subscription listening = locks.listen("", this::show)) {
            assertThat(listening).isNotNull();
            unreadable = "bad";
            away = true;
            locks.acquire("bad");
            locks.acquire("a");
            assertThat(failed.await(90, TimeUnit.SECONDS)).isTrue();
            away = false;
            awaitShown("a held");
            unreadable = "none";
            awaitShown("bad held");
        }
    }
}
