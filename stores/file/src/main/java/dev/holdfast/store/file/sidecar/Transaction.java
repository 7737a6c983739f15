package dev.holdfast.store.file.sidecar;

import dev.holdfast.Hold;
import dev.holdfast.internal.rules.LockState;
import dev.holdfast.spi.Change;
import dev.holdfast.spi.Entry;
import dev.holdfast.spi.Group;
import dev.holdfast.spi.Key;
import dev.holdfast.spi.Key.Kind;
import dev.holdfast.spi.Reading;
import dev.holdfast.spi.Result;
import java.io.IOException;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One group being applied under the guard. */
final class Transaction {
    private final Sidecar sidecar;
    private final InstantSource clock;
    private final Reconciler reconciler;
    private final Group group;
    private final List<Line.Put> puts = new ArrayList<>();
    private final List<Key> deletes = new ArrayList<>();
    private final List<Planned> steps = new ArrayList<>();

    /** A step, and whether it may find the name taken; those come first, since they can be taken back. */
    private record Planned(Step step, int order) implements Comparable<Planned> {
        @Override
        public int compareTo(Planned other) {
            return Integer.compare(order, other.order);
        }
    }

    Transaction(Sidecar sidecar, InstantSource clock, Reconciler reconciler, Group group) {
        this.sidecar = sidecar;
        this.clock = clock;
        this.reconciler = reconciler;
        this.group = group;
    }

    Result apply() throws IOException {
        for (Change change : group.changes()) {
            if (change.key().kind() == Kind.LOCK && !willVerify(change)) {
                reconciler.reconcile(change.key().name());
            }
        }
        if (conflict() != null) {
            // No request is refused because of an entry that another program has removed by now.
            reconcile();
            Reading conflict = conflict();
            if (conflict != null) {
                return new Result.Conflict(conflict);
            }
        }
        Moment moment = Moment.next(clock, sidecar.ledger());
        try {
            for (Change change : group.changes()) {
                plan(change, moment);
            }
            Collections.sort(steps);
            Line line = new Line(
                    sidecar.ledger().nextSeq(),
                    moment.version(),
                    moment.stamp(),
                    puts,
                    deletes,
                    Events.of(group.events()));
            List<Step> inOrder = new ArrayList<>();
            for (Planned planned : steps) {
                inOrder.add(planned.step());
            }
            sidecar.ledger().commit(line, inOrder);
            return new Result.Applied(moment.version(), moment.stamp());
        } catch (NameTakenException e) {
            reconcile();
            Reading now = conflict();
            return now == null ? new Result.Busy() : new Result.Conflict(now);
        } finally {
            for (Planned planned : steps) {
                planned.step().close();
            }
        }
    }

    private void reconcile() throws IOException {
        for (Change change : group.changes()) {
            if (change.key().kind() == Kind.LOCK) {
                reconciler.reconcile(change.key().name());
            }
        }
    }

    /** Returns whether showing the change will find out by itself what other programs did. */
    private boolean willVerify(Change change) {
        if (change.type() == Change.Type.CHECK || !sidecar.view().stepsVerify()) {
            return false;
        }
        Entry entry = sidecar.records().table().get(change.key());
        Hold before = entry == null ? null : first(LockState.of(entry));
        Hold after = change.next() == null ? null : first((LockState) change.next());
        return !new View.Transition(change.key().name(), before, null, after, List.of()).isSame();
    }

    private @Nullable Reading conflict() {
        for (Change change : group.changes()) {
            if (sidecar.records().table().version(change.key()) != change.expected()) {
                List<Key> keys = group.changes().stream().map(Change::key).toList();
                return sidecar.records().table().read(keys, Moment.now(clock));
            }
        }
        return null;
    }

    private void plan(Change change, Moment moment) throws IOException {
        if (change.type() == Change.Type.CHECK) {
            return;
        }
        Key key = change.key();
        String tag = key.kind() == Kind.LOCK ? show(key, (LockState) change.next(), moment) : null;
        if (change.next() == null) {
            deletes.add(key);
        } else {
            puts.add(new Line.Put(key, change.next(), tag));
        }
    }

    /** Plans to show the first hold of that state; gives the tag of what is shown then. */
    private @Nullable String show(Key key, @Nullable LockState next, Moment moment) throws IOException {
        Entry entry = sidecar.records().table().get(key);
        Hold before = entry == null ? null : first(LockState.of(entry));
        LockState stamped = next == null ? LockState.FREE : next.stamped(moment.version(), moment.stamp());
        String tag = sidecar.records().tag(key.name());
        View.Transition transition = new View.Transition(key.name(), before, tag, first(stamped), stamped.holds());
        Step step = sidecar.view().plan(transition);
        if (step == null) {
            return tag;
        }
        steps.add(new Planned(step, tag == null ? 0 : stamped.holds().isEmpty() ? 2 : 1));
        return step.tag();
    }

    private static @Nullable Hold first(LockState state) {
        return state.holds().isEmpty() ? null : state.holds().get(0);
    }
}
