package dev.holdfast.store.file.sidecar;

import dev.holdfast.Hold;
import dev.holdfast.HoldId;
import dev.holdfast.LockEvent;
import dev.holdfast.internal.rules.EndedHold;
import dev.holdfast.internal.rules.LockState;
import dev.holdfast.spi.Entry;
import dev.holdfast.spi.Key;
import dev.holdfast.spi.Key.Kind;
import java.io.IOException;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The adjustment of the records to the changes that other programs made to what is shown. Used under the guard.
 *
 * <p>A hold of ours that is not shown any more is lost: it leaves the record, and its owner is notified. It is never shown
 * again, since another program may have changed the protected data meanwhile. An entry of another program becomes a hold
 * without receipts.
 */
record Reconciler(Sidecar sidecar, InstantSource clock) {
    /** Returns the resources that are shown or recorded as held. */
    List<String> names() throws IOException {
        TreeSet<String> names = new TreeSet<>(sidecar.view().names());
        for (Entry entry : sidecar.records().table().entries()) {
            if (entry.key().kind() == Kind.LOCK) {
                names.add(entry.key().name());
            }
        }
        return List.copyOf(names);
    }

    void reconcile(Iterable<String> resources) throws IOException {
        Findings findings = new Findings(Moment.next(clock, sidecar.ledger()));
        for (String resource : resources) {
            compare(resource, findings);
            if (findings.areMany()) {
                findings.commit(sidecar.ledger());
                findings = new Findings(Moment.next(clock, sidecar.ledger()));
            }
        }
        findings.commit(sidecar.ledger());
    }

    void reconcile(String resource) throws IOException {
        reconcile(List.of(resource));
    }

    private void compare(String resource, Findings findings) throws IOException {
        String tag = sidecar.records().tag(resource);
        String shownTag = sidecar.view().look(resource);
        if (Objects.equals(tag, shownTag)) {
            return;
        }
        List<Shown> shown = shownTag == null ? List.of() : sidecar.view().readAll(resource);
        if (tag == null && shown.isEmpty()) {
            return;
        }
        Entry entry = sidecar.records().table().get(Key.lock(resource));
        LockState state = entry == null ? LockState.FREE : LockState.of(entry);
        LockState next = new LockState(holds(resource, state, shown, findings), state.queue(), state.marked());
        if (!next.isFree()) {
            String nextTag = shown.isEmpty() ? null : shown.get(0).tag();
            findings.put(new Line.Put(Key.lock(resource), next, nextTag));
        } else if (entry != null) {
            findings.delete(Key.lock(resource));
        }
    }

    /** Returns the holds that there are now: those that an entry still stands for, and new ones of other programs. */
    private List<Hold> holds(String resource, LockState state, List<Shown> shown, Findings findings) {
        List<Shown> entries = new ArrayList<>();
        shown.forEach(entry -> entries.add(entry.notAfter(findings.moment().stamp())));
        List<Hold> holds = new ArrayList<>();
        for (Hold hold : state.holds()) {
            Hold stays = remaining(hold, entries);
            if (stays != null) {
                holds.add(stays);
            } else if (hold.entries().isEmpty()) {
                findings.tell(event(resource, LockEvent.EventKind.RELEASED, hold));
            } else {
                LockEvent loss = event(resource, LockEvent.EventKind.LOST, hold);
                findings.tell(loss);
                for (HoldId entry : hold.entries()) {
                    findings.put(new Line.Put(Key.ending(resource, entry), EndedHold.of(loss), null));
                }
            }
        }
        for (Shown entry : entries) {
            holds.add(entry.hold());
            findings.tell(event(resource, LockEvent.EventKind.ACQUIRED, entry.hold()));
        }
        return holds;
    }

    /** Returns the hold as it is after that change, or null if no entry stands for it any more; takes the entry that does. */
    private @Nullable Hold remaining(Hold hold, List<Shown> entries) {
        for (Shown entry : entries) {
            boolean isOurs = !hold.entries().isEmpty();
            if (isOurs ? sidecar.view().standsFor(entry, hold) : isAnotherWordOf(entry, hold)) {
                entries.remove(entry);
                return isOurs ? hold : entry.hold(hold.fence());
            }
        }
        return null;
    }

    private static boolean isAnotherWordOf(Shown entry, Hold hold) {
        return hold.owner().id().equals(entry.owner().id()) && !entry.owner().equals(Shown.UNKNOWN);
    }

    private static LockEvent event(String resource, LockEvent.EventKind kind, Hold hold) {
        return new LockEvent(resource, kind, hold, "", "");
    }
}
