package dev.holdfast.cli.live;

import dev.holdfast.HistoryEntry;
import dev.holdfast.LockAdmin.HistoryQuery;
import dev.holdfast.LockEvent.EventKind;
import dev.holdfast.LockManager;
import dev.holdfast.NotPermittedException;
import dev.holdfast.StoreException;
import dev.holdfast.Subscription;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Predicate;

/** Reports each event of the history once, as it comes. Changes wake it; the history says what they were. */
public final class EventWatch {
    /** Enough for the events between two looks. If it is not, the look is repeated with a larger page. */
    private static final int PAGE = 200;

    private static final int MAX_PAGE = 1_000_000;
    /** The interval between looks without a change that was reported. */
    private static final long MAX_SECONDS = 5;

    private final LockManager manager;
    private final String prefix;
    private final Semaphore changes = new Semaphore(0);
    private final boolean patient;
    private Set<EventKey> seen = Set.of();
    private boolean away;

    /** The identity of an event, whose version is not known at a server. */
    private record EventKey(long version, Instant at, String resource, EventKind kind, String owner, long fence) {
        static EventKey of(HistoryEntry past) {
            return new EventKey(
                    past.version(),
                    past.at(),
                    past.event().resource(),
                    past.event().kind(),
                    past.event().hold().owner().id(),
                    past.event().hold().fence());
        }
    }

    /** @param patient whether to go on when the store is away, since it may come back */
    public EventWatch(LockManager manager, String prefix, boolean patient) {
        this.manager = manager;
        this.prefix = prefix;
        this.patient = patient;
    }

    /**
     * Reports events until the consumer wants no more.
     *
     * @param begun called when every later event will be reported
     * @param more returns whether it wants more
     * @param state hears when the store cannot be asked any more, with the reason, and when it answers again
     */
    public void run(Runnable begun, Predicate<HistoryEntry> more, Consumer<String> state) throws InterruptedException {
        seen = keys(page(PAGE));
        Subscription feed = manager.listen(prefix, view -> changes.release());
        try {
            begun.run();
            boolean wanted = true;
            while (wanted) {
                changes.tryAcquire(MAX_SECONDS, TimeUnit.SECONDS);
                changes.drainPermits();
                for (HistoryEntry past : newsIfThere(state)) {
                    wanted = wanted && more.test(past);
                }
            }
        } finally {
            feed.close();
        }
    }

    /** Returns the events since the last look. None while the store is away: all of them come when it is back. */
    private List<HistoryEntry> newsIfThere(Consumer<String> state) {
        try {
            List<HistoryEntry> news = news();
            if (away) {
                away = false;
                state.accept("Watching again.");
            }
            return news;
        } catch (NotPermittedException e) {
            throw e; // no time helps
        } catch (StoreException e) {
            if (!patient) {
                throw e;
            }
            if (!away) {
                away = true;
                state.accept(e.getMessage() + " Trying again until it answers; Ctrl-C ends it.");
            }
            return List.of();
        }
    }

    /** Returns the events since the last look, the oldest first. */
    private List<HistoryEntry> news() {
        int limit = PAGE;
        List<HistoryEntry> page = page(limit);
        while (page.size() == limit && limit < MAX_PAGE && page.stream().noneMatch(this::isKnown)) {
            limit *= 10;
            page = page(Math.min(limit, MAX_PAGE));
        }
        List<HistoryEntry> fresh =
                new ArrayList<>(page.stream().filter(past -> !isKnown(past)).toList());
        Collections.reverse(fresh);
        seen = keys(page.subList(0, Math.min(PAGE, page.size())));
        return fresh;
    }

    private boolean isKnown(HistoryEntry past) {
        return seen.contains(EventKey.of(past));
    }

    private List<HistoryEntry> page(int limit) {
        return manager.admin().history(new HistoryQuery(prefix, null, limit));
    }

    private static Set<EventKey> keys(List<HistoryEntry> page) {
        Set<EventKey> keys = new HashSet<>();
        page.forEach(past -> keys.add(EventKey.of(past)));
        return keys;
    }
}
