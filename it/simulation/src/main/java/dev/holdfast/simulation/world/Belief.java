package dev.holdfast.simulation.world;

import dev.holdfast.Mode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;

/** A caller that has been told that it holds something, and whether it still believes so. */
final class Belief {
    final Machine machine;
    final String owner;
    final Mode mode;
    /** By resource. */
    final Map<String, Long> fences;

    final long since;
    /** Whether a keeper looks after it; else its caller hears of a loss only when it asks. */
    final boolean kept;

    /** Earlier ones that exclude it. */
    final List<Belief> rivals = new ArrayList<>();

    private final BooleanSupplier held;
    /** Whether its hold may have got a larger fence that its caller does not know yet. */
    private boolean upgrading;

    /** When its hold was granted. */
    private long granted;

    private boolean revoked;
    private long revokedAt;

    Belief(
            Machine machine,
            String owner,
            Mode mode,
            Map<String, Long> fences,
            long since,
            boolean kept,
            BooleanSupplier held) {
        this.machine = machine;
        this.owner = owner;
        this.mode = mode;
        this.fences = fences;
        this.since = since;
        this.granted = since;
        this.kept = kept;
        this.held = held;
    }

    /** Returns whether its caller would go on working: it was not told otherwise, and its program runs. */
    boolean believes() {
        return !machine.program.killed() && held.getAsBoolean();
    }

    boolean on(String resource, long fence) {
        long own = fences.getOrDefault(resource, Long.MAX_VALUE);
        return own == fence || (upgrading && own < fence);
    }

    /** Returns whether the two may not both be held. */
    boolean excludes(Belief other) {
        if ((mode == Mode.SHARED && other.mode == Mode.SHARED) || owner.equals(other.owner)) {
            return false;
        }
        for (String resource : fences.keySet()) {
            if (other.fences.containsKey(resource)) {
                return true;
            }
        }
        return false;
    }

    /** Takes note that its caller is about to have it exclusively. */
    void upgrades() {
        upgrading = true;
    }

    /** Takes note that its hold is that of another belief, upgraded: it keeps its age. */
    void continues(Belief shared) {
        granted = shared.granted;
    }

    long granted() {
        return granted;
    }

    List<String> resources() {
        return List.copyOf(fences.keySet());
    }

    /** Takes note that an administrator, or the owner's end, took it away: its caller hears of that a little later. */
    void revoke(long now) {
        if (!revoked) {
            revoked = true;
            revokedAt = now;
        }
    }

    boolean revoked() {
        return revoked;
    }

    long revokedAt() {
        return revokedAt;
    }

    @Override
    public String toString() {
        return owner + " in " + machine + " (" + mode + ", " + fences + ")";
    }
}
