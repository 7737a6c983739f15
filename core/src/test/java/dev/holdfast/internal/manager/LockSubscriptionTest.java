package dev.holdfast.internal.manager;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.LockView;
import dev.holdfast.StoreUnreachableException;
import dev.holdfast.UnreadableRecordException;
import dev.holdfast.internal.rules.Command;
import dev.holdfast.internal.storage.Log;
import dev.holdfast.internal.storage.LogLines;
import dev.holdfast.spi.Key;
import dev.holdfast.spi.LockStore.Sighting;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What a listener is shown, and what it misses in no case. */
@Timeout(120)
class LockSubscriptionTest {
    private final ManagerParts parts = new ManagerParts();
    private final BlockingQueue<String> shown = new LinkedBlockingQueue<>();
    private final AtomicInteger closings = new AtomicInteger();
    private final AtomicReference<Thread> shows = new AtomicReference<>();
    private final List<LockSubscription> open = new ArrayList<>();

    @AfterEach
    void close() {
        parts.working();
        open.forEach(LockSubscription::close);
    }

    private LockSubscription listening(boolean feed, Consumer<LockView> listener) {
        parts.store.hasFeed = feed;
        LockSubscription subscription = new LockSubscription(
                parts.store,
                new Views(parts.engine),
                "",
                view -> {
                    shows.set(Thread.currentThread());
                    shown.add(view.resource() + (view.holders().isEmpty() ? " free" : " held"));
                    listener.accept(view);
                },
                closed -> closings.incrementAndGet());
        open.add(subscription);
        return subscription;
    }

    /** Names a resource as the feed does: its state is read by the thread that shows it. */
    private void tell(String... resources) {
        for (String resource : resources) {
            parts.store.feeds.forEach(feed -> feed.accept(new Sighting(Key.lock(resource), null)));
        }
    }

    private String next() throws InterruptedException {
        String next = shown.poll(60, TimeUnit.SECONDS);
        assertThat(next).isNotNull();
        return next;
    }

    @Test
    void change_isShownAsItIsNow_alsoAfterAListenerThatFails() throws Exception {
        listening(true, view -> {
            throw new IllegalStateException("The listener has a fault.");
        });
        try (LogLines log = new LogLines(Log.MANAGER)) {
            parts.granted("a");
            tell("a");
            assertThat(next()).isEqualTo("a held");
            parts.force("a");
            tell("a");
            assertThat(next()).isEqualTo("a free");
            assertThat(log.all()).contains("SEVERE A callback has failed.");
        }
        assertThat(shows.get().isDaemon()).as("keeps no program from ending").isTrue();
    }

    @Test
    void change_whileTheStoreIsAway_isShownLater() throws Exception {
        listening(true, view -> {});
        parts.granted("a");
        AtomicInteger failures = new AtomicInteger();
        parts.store.beforeRead = () -> {
            if (failures.incrementAndGet() <= 3) {
                throw new StoreUnreachableException("Away.", null);
            }
        };
        tell("a");
        assertThat(next()).isEqualTo("a held");
        assertThat(failures).hasValue(4);
    }

    /** An Error neither: the listener would never hear of a change again. */
    @Test
    void change_whileTheStoreBreaksDown_isReported_andShownLater() throws Exception {
        listening(true, view -> {});
        parts.granted("a");
        parts.store.beforeRead = () -> {
            parts.working();
            throw new StackOverflowError("Broken.");
        };
        try (LogLines log = new LogLines(Log.MANAGER)) {
            tell("a");
            assertThat(next()).isEqualTo("a held");
            assertThat(log.all()).contains("SEVERE Looking for changes has failed.");
        }
    }

    /** The others are shown, and once; this one as soon as it can be read. */
    @Test
    void recordThatCannotBeRead_keepsNoOtherFromBeingShown() throws Exception {
        AtomicInteger failures = new AtomicInteger();
        parts.store.hasFeed = true;
        for (String resource : List.of("a", "bad", "c")) {
            parts.granted(resource);
        }
        // All three are named before the first is read.
        AtomicReference<Runnable> first = new AtomicReference<>(() -> tell("a", "bad", "c"));
        parts.store.beforeRead = () -> {
            first.getAndSet(() -> {}).run();
            boolean bad = parts.store.reads.get(parts.store.reads.size() - 1).contains(Key.lock("bad"));
            if (bad && failures.incrementAndGet() < 4) {
                throw new UnreadableRecordException("Damaged.", null);
            }
        };
        listening(true, view -> {});
        tell("x");
        List<String> all = new ArrayList<>();
        while (!all.contains("bad held")) {
            all.add(next());
        }
        assertThat(all).containsExactlyInAnyOrder("x free", "a held", "c held", "bad held");
    }

    @Test
    void closed_isShownNothingMore_andItsThreadEnds() throws Exception {
        LockSubscription subscription = listening(true, view -> {});
        assertThat(parts.store.feeds).hasSize(1);
        tell("a");
        assertThat(next()).isEqualTo("a free");
        subscription.close();
        assertThat(parts.store.feeds).isEmpty();
        assertThat(closings).hasPositiveValue();
        Thread thread = shows.get();
        thread.join(TimeUnit.SECONDS.toMillis(60));
        assertThat(thread.isAlive()).isFalse();
        assertThat(shown).isEmpty();
    }

    /** Where no feed says what has changed, all versions are compared with those before. */
    @Test
    void withoutAFeed_whatHasChangedIsShown_andNothingElse() throws Exception {
        parts.granted("a");
        parts.granted("b");
        listening(false, view -> {});
        assertThat(List.of(next(), next())).containsExactlyInAnyOrder("a held", "b held");
        DecidedRequest third = parts.granted("c");
        assertThat(next()).isEqualTo("c held");
        parts.engine.run("c", new Command.Release(third.receipts().get(0).holdId()), third.snapshot());
        assertThat(next()).isEqualTo("c free");
        assertThat(shown).isEmpty();
    }
}
