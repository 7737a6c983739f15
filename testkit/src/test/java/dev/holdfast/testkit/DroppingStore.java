package dev.holdfast.testkit;

import dev.holdfast.Hold;
import dev.holdfast.internal.rules.LockState;
import dev.holdfast.internal.storage.ForwardingStore;
import dev.holdfast.spi.Body;
import dev.holdfast.spi.Change;
import dev.holdfast.spi.Group;
import dev.holdfast.spi.Key.Kind;
import dev.holdfast.spi.LockStore;
import dev.holdfast.spi.Result;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** A store that leaves out a part of each change. */
final class DroppingStore extends ForwardingStore {
    private static final Set<Kind> LIMITS = Set.of(Kind.SLOT, Kind.COOLDOWN);

    private final ManagerFlaw flaw;

    DroppingStore(LockStore store, ManagerFlaw flaw) {
        super(store);
        this.flaw = flaw;
    }

    @Override
    public List<Result> apply(List<Group> batch) {
        List<Result> results = new ArrayList<>();
        for (Group group : batch) {
            List<Change> kept = group.changes().stream()
                    .filter(this::keeps)
                    .map(this::damaged)
                    .toList();
            // A group with nothing left changes nothing.
            results.addAll(store().apply(List.of(kept.isEmpty() ? group : new Group(kept, group.events()))));
        }
        return results;
    }

    private boolean keeps(Change change) {
        return switch (flaw) {
            case CHECKS_DROPPED -> change.type() != Change.Type.CHECK;
            case LIMITS_DROPPED -> !LIMITS.contains(change.key().kind());
            default -> true;
        };
    }

    private Change damaged(Change change) {
        Body body = change.next();
        if (flaw == ManagerFlaw.PROCESSES_DROPPED && body instanceof LockState state) {
            List<Hold> unbound =
                    state.holds().stream().map(DroppingStore::unbound).toList();
            return Change.put(change.key(), change.expected(), new LockState(unbound, state.queue(), state.marked()));
        }
        return change;
    }

    private static Hold unbound(Hold hold) {
        return new Hold(
                hold.entries(),
                hold.owner().bound(List.of()),
                hold.mode(),
                hold.fence(),
                hold.since(),
                hold.active(),
                hold.seen(),
                hold.lease(),
                hold.note(),
                hold.slot(),
                hold.claimed());
    }
}
