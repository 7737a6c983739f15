package dev.holdfast.internal.manager;

import dev.holdfast.internal.rules.Command;
import dev.holdfast.spi.Change;
import dev.holdfast.spi.Entry;
import dev.holdfast.spi.Group;
import dev.holdfast.spi.Key;
import dev.holdfast.spi.Key.Kind;
import dev.holdfast.spi.LockStore;
import dev.holdfast.spi.Query;
import dev.holdfast.spi.Result;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The removal of what is over: expired and dead holds, dead waiters, old marks, endings, limits and drafts. Its cost depends on
 * how much is due, not on how much there is. The exception are small stores shared with other programs, where a hold can be
 * over without being due by any clock.
 */
final class Sweep {
    private static final List<Kind> FORGETTABLE =
            List.of(Kind.COOLDOWN, Kind.OWNER_ENDED, Kind.ENDING, Kind.TOKEN, Kind.DRAFT, Kind.REQUEST);

    private final Engine engine;
    private final Views views;
    private final LockStore store;

    Sweep(Engine engine, Views views) {
        this.engine = engine;
        this.views = views;
        this.store = engine.store();
    }

    int run() {
        Instant now = store.read(List.of()).now();
        return tidyLocks(now) + forget(now);
    }

    private int tidyLocks(Instant now) {
        List<Attempt> attempts = due(now);
        attempts.forEach(engine::informed);
        return tidied(attempts, () -> engine.runAll(attempts));
    }

    /**
     * Runs an attempt at acquiring, and in the same batch removes the locks of other resources that are over. Those that it wants
     * are tidied by its own decision. Records that are kept for a while after the end of a lock are looked for only when a lock
     * ends.
     */
    void runWith(Attempt acquiring) {
        Instant now = store.read(List.of()).now();
        List<Attempt> others = due(now);
        Set<Key> wanted = acquiring.steps().stream().map(Step::key).collect(Collectors.toSet());
        boolean ends = others.removeIf(attempt -> wanted.contains(key(attempt))) || isTakeover(acquiring);
        others.forEach(engine::informed);
        int tidied = tidied(others, () -> runAllFor(acquiring, others));
        if (ends || tidied > 0) {
            forget(now);
        }
    }

    /** Runs all. A lock that cannot be tidied is no failure of the request. */
    private void runAllFor(Attempt request, List<Attempt> others) {
        List<Attempt> all = new ArrayList<>(others.size() + 1);
        all.add(request);
        all.addAll(others);
        try {
            engine.runAll(all);
        } catch (RuntimeException e) {
            if (request.answer() != Attempt.Answer.DONE) {
                throw e;
            }
        }
    }

    private static boolean isTakeover(Attempt acquiring) {
        return acquiring.steps().stream()
                .anyMatch(step -> step.command() instanceof Command.Acquire acquire && acquire.takeover() != null);
    }

    private static Key key(Attempt attempt) {
        return attempt.steps().get(0).key();
    }

    /** Returns how many of the records are changed by the run. */
    private static int tidied(List<Attempt> attempts, Runnable run) {
        List<Snapshot> before = attempts.stream().map(Attempt::snapshot).toList();
        run.run();
        int tidied = 0;
        for (int i = 0; i < attempts.size(); i++) {
            Attempt attempt = attempts.get(i);
            tidied += attempt.snapshot().version(key(attempt)) == before.get(i).version(key(attempt)) ? 0 : 1;
        }
        return tidied;
    }

    /** Returns an attempt at tidying for each lock that may be over. */
    private List<Attempt> due(Instant now) {
        Query due = Query.all(Kind.LOCK).dueBy(store.traits().foreignWriters() ? null : now);
        List<Attempt> attempts = new ArrayList<>();
        views.forEach(due, (entry, at) -> {
            Snapshot seen = new Snapshot(Map.of(entry.key(), entry), at, Snapshot.Origin.READ);
            attempts.add(new Attempt(List.of(engine.step(entry.key().name(), new Command.Tidy())), seen));
        });
        return attempts;
    }

    /** Slots are not due by themselves: one that names a hold that is over goes when the next claim for it comes. */
    private int forget(Instant now) {
        int forgotten = 0;
        for (Kind kind : FORGETTABLE) {
            List<Group> batch = new ArrayList<>();
            views.forEach(Query.all(kind).dueBy(now), (Entry entry) -> {
                Key key = entry.key();
                batch.add(Group.of(Change.delete(key, entry.version())));
            });
            if (!batch.isEmpty()) {
                for (Result result : store.apply(batch)) {
                    forgotten += result instanceof Result.Applied ? 1 : 0;
                }
            }
        }
        return forgotten;
    }
}
