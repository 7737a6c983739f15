package dev.holdfast.store.file.sidecar;

import dev.holdfast.rules.Ending;
import dev.holdfast.rules.Hold;
import dev.holdfast.rules.LockState;
import dev.holdfast.rules.Notice;
import dev.holdfast.rules.Stamp;
import dev.holdfast.store.Entry;
import dev.holdfast.store.Event;
import dev.holdfast.store.Key;
import dev.holdfast.store.Kind;
import java.io.IOException;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Brings the records in step with what other programs did to what is shown. Used under the guard.
 *
 * <p>A hold of ours that is not shown any more is lost: it leaves the record, and its owner is told. It is never shown again,
 * since somebody else may have changed the thing meanwhile. An entry of somebody else becomes a hold without receipts.
 */
final class Reconciler {
    private final Sidecar sidecar;
    private final InstantSource clock;

    Reconciler(Sidecar sidecar, InstantSource clock) {
        this.sidecar = sidecar;
        this.clock = clock;
    }

    /** The resources that are shown or recorded as held. */
    List<String> names() throws IOException {
        TreeSet<String> names = new TreeSet<>(sidecar.view().names());
        sidecar.records()
                .table()
                .entries()
                .filter(entry -> entry.key().kind() == Kind.LOCK)
                .forEach(entry -> names.add(entry.key().name()));
        return List.copyOf(names);
    }

    void reconcile(Iterable<String> resources) throws IOException {
        for (String resource : resources) {
            reconcile(resource);
        }
    }

    void reconcile(String resource) throws IOException {
        String tag = sidecar.records().tag(resource);
        String shownTag = sidecar.view().look(resource);
        if (Objects.equals(tag, shownTag)) {
            return;
        }
        Shown shown = shownTag == null ? null : sidecar.view().read(resource);
        Entry entry = sidecar.records().table().get(Key.lock(resource));
        record(resource, entry == null ? LockState.FREE : entry.lock(), shown, entry != null);
    }

    private void record(String resource, LockState state, @Nullable Shown shown, boolean recorded) throws IOException {
        List<Line.Put> puts = new ArrayList<>();
        List<Event> events = new ArrayList<>();
        Hold stays = shown == null ? null : refreshed(state, shown);
        for (Hold hold : state.holds()) {
            if (hold.entries().isEmpty()) {
                if (stays == null) {
                    events.add(event(resource, Notice.Kind.RELEASED, hold));
                }
            } else {
                events.add(event(resource, Notice.Kind.LOST, hold));
                puts.add(new Line.Put(ending(resource, hold), lost(resource, hold), null));
            }
        }
        List<Hold> holds = List.of();
        if (stays != null) {
            holds = List.of(stays);
        } else if (shown != null) {
            holds = List.of(shown.hold());
            events.add(event(resource, Notice.Kind.ACQUIRED, shown.hold()));
        }
        LockState next = new LockState(holds, state.queue(), state.marked());
        List<Key> deletes = List.of();
        if (!next.isFree()) {
            puts.add(new Line.Put(Key.lock(resource), next, shown == null ? null : shown.tag()));
        } else if (recorded) {
            deletes = List.of(Key.lock(resource));
        }
        Ledger ledger = sidecar.ledger();
        Moment moment = Moment.next(clock, ledger);
        ledger.commit(new Line(ledger.nextSeq(), moment.version(), moment.stamp(), puts, deletes, events), List.of());
    }

    /** The hold that the entry already stood for, if it is another word of the same owner. */
    private static @Nullable Hold refreshed(LockState state, Shown shown) {
        if (state.holds().size() != 1) {
            return null;
        }
        Hold hold = state.holds().get(0);
        boolean same = hold.entries().isEmpty()
                && hold.owner().id().equals(shown.owner().id());
        return same && !shown.owner().equals(Shown.UNKNOWN) ? shown.hold(hold.fence()) : null;
    }

    private static Event event(String resource, Notice.Kind kind, Hold hold) {
        return new Event(resource, new Notice(kind, hold, "", ""));
    }

    private static Key ending(String resource, Hold hold) {
        return new Key(Kind.ENDING, resource + '\n' + hold.id());
    }

    private static Ending lost(String resource, Hold hold) {
        return new Ending(resource, Notice.Kind.LOST, hold.owner(), hold.fence(), "", "", Stamp.TIME);
    }
}
