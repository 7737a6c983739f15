package dev.holdfast.internal.rules.model;

import dev.holdfast.Hold;
import dev.holdfast.internal.rules.LockState;
import org.jspecify.annotations.Nullable;

/** A store as its contract says: compare-and-set, growing versions, placeholders filled in. */
final class RulesStore {
    private final Flaw flaw;

    RulesStore(Flaw flaw) {
        this.flaw = flaw;
    }

    boolean applies(RulesWorld world, Message message) {
        if (flaw == Flaw.VERSION_IGNORED) {
            return !message.stale();
        }
        if (flaw == Flaw.GROUP_SPLIT) {
            return message.parts().stream().anyMatch(part -> matches(world, part));
        }
        return !message.stale() && message.parts().stream().allMatch(part -> matches(world, part));
    }

    private static boolean matches(RulesWorld world, Part part) {
        return part.absent() != world.cells().get(part.resource()).present();
    }

    /** The world after the change, and what that broke. */
    RulesStep apply(String label, int against, RulesWorld world, Message message) {
        RulesWorld next = world;
        Invariant broken = null;
        for (Part part : message.parts()) {
            if (part.check() || (flaw == Flaw.GROUP_SPLIT && !matches(world, part))) {
                continue;
            }
            Cell before = world.cells().get(part.resource());
            Cell after = written(before, part.next());
            broken = broken == null ? fences(before, after) : broken;
            next = next.withCell(part.resource(), normal(after)).eachMessage(other -> other.after(part.resource()));
        }
        return new RulesStep(label, against, next, broken);
    }

    private Cell written(Cell before, LockState body) {
        if (body.isFree()) {
            long last = flaw == Flaw.VERSIONS_RESTART ? 0 : before.last() + 1;
            return new Cell(LockState.FREE, false, last, before.fence());
        }
        long version = before.last() + 1;
        LockState state = body.stamped(version, RulesWorld.NOW);
        long fence = state.holds().stream().mapToLong(Hold::fence).max().orElse(0);
        return new Cell(state, true, version, Math.max(fence, before.fence()));
    }

    private static @Nullable Invariant fences(Cell before, Cell after) {
        for (Hold hold : after.state().holds()) {
            Hold old = before.state().holdOf(hold.id());
            boolean kept = old != null && hold.fence() == old.fence();
            // A hold that was over may be granted anew under the same id; one that counts keeps its fence.
            boolean anew = (old == null || RulesTimes.old(old)) && hold.fence() > before.fence();
            if (!kept && !anew) {
                return Invariant.FENCES;
            }
        }
        return null;
    }

    /** Only the order of versions matters, so the largest is always called 1. */
    private static Cell normal(Cell cell) {
        return new Cell(RulesTimes.normal(cell.state()), cell.present(), cell.last() < cell.fence() ? 0 : 1, 1);
    }
}
