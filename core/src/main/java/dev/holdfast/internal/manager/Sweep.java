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

/**
 * The removal of what is over: expired and dead holds, dead waiters, old marks, endings, limits and drafts. Its cost depends on
 * how much is due, not on how much there is. The exception are small stores shared with other programs, where a hold can be
 * over without being due by any clock.
 */
final class Sweep {
    private static final List<Kind> FORGETTABLE =
            List.of(Kind.PACE, Kind.OWNER_ENDED, Kind.ENDING, Kind.PASS, Kind.DRAFT);

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
        Query due = Query.all(Kind.LOCK).dueBy(store.traits().foreignWriters() ? null : now);
        List<Snapshot> before = new ArrayList<>();
        List<Attempt> attempts = new ArrayList<>();
        views.forEach(due, (entry, at) -> {
            Snapshot seen = new Snapshot(Map.of(entry.key(), entry), at, Snapshot.Origin.READ);
            before.add(seen);
            attempts.add(new Attempt(List.of(engine.step(entry.key().name(), new Command.Tidy())), seen));
        });
        engine.runInformed(attempts);
        int tidied = 0;
        for (int i = 0; i < attempts.size(); i++) {
            Key key = attempts.get(i).steps().get(0).key();
            tidied += attempts.get(i).snapshot().version(key) == before.get(i).version(key) ? 0 : 1;
        }
        return tidied;
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
