package dev.holdfast.internal.rules;

import dev.holdfast.Hold;
import dev.holdfast.HoldId;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The facts that the rules cannot find out by themselves, gathered about one state of one resource. The rules refuse evidence
 * that was made from another state than the one they decide about.
 *
 * @param state the state it was made from; null if no state was looked at, as for {@link #NONE}
 * @param gone holds and tickets whose processes are all proven gone
 * @param alive holds with a process proven to run
 * @param unseen holds whose processes were not looked at; nothing is done against them because of their age
 * @param standings the limits on the command's claim and on those of waiters; a claim that is missing has none against it
 * @param doubtful holds whose processes have probably ended, without a proof
 */
public record Evidence(
        @Nullable LockState state,
        Set<HoldId> gone,
        Set<HoldId> alive,
        Set<HoldId> unseen,
        Map<HoldId, Standing> standings,
        Set<HoldId> doubtful) {
    /** No evidence. It fits every state, and no process counts as looked at. */
    public static final Evidence NONE = new Evidence(Set.of(), Set.of(), Set.of(), Map.of());

    public Evidence {
        gone = Set.copyOf(gone);
        alive = Set.copyOf(alive);
        unseen = Set.copyOf(unseen);
        standings = Map.copyOf(standings);
        doubtful = Set.copyOf(doubtful);
    }

    /** Creates facts of no state yet: the rules take them only {@linkplain #on on} a state. */
    public Evidence(Set<HoldId> gone, Set<HoldId> alive, Set<HoldId> unseen, Map<HoldId, Standing> standings) {
        this(null, gone, alive, unseen, standings, Set.of());
    }

    /** Returns these facts as evidence about that state. */
    public Evidence on(LockState about) {
        return new Evidence(about, gone, alive, unseen, standings, doubtful);
    }

    /** Returns evidence that the processes of those holds and tickets are gone. */
    public static Evidence gone(HoldId... holds) {
        return new Evidence(Set.of(holds), Set.of(), Set.of(), Map.of());
    }

    /** Returns evidence that those holds have a running process. */
    public static Evidence alive(HoldId... holds) {
        return new Evidence(Set.of(), Set.of(holds), Set.of(), Map.of());
    }

    /** Returns evidence about one claim. */
    public static Evidence about(HoldId claim, Standing standing) {
        return new Evidence(Set.of(), Set.of(), Set.of(), Map.of(claim, standing));
    }

    /** Throws if it was not made from that state. */
    @SuppressWarnings("ReferenceEquality") // nearly always the very same, which saves the comparison
    void requireMadeFrom(LockState judged) {
        boolean empty =
                gone.isEmpty() && alive.isEmpty() && unseen.isEmpty() && standings.isEmpty() && doubtful.isEmpty();
        if (state == null ? !empty : state != judged && !state.equals(judged)) {
            throw new IllegalArgumentException("The evidence was made from another state of the resource.");
        }
    }

    /** Returns whether the processes of that hold were not looked at. */
    boolean isUnseen(Hold hold) {
        return state == null ? !hold.owner().processes().isEmpty() : unseen.contains(hold.id());
    }

    /** Returns what bears on that claim. */
    Standing of(Claim claim) {
        return standings.getOrDefault(claim.id(), Standing.CLEAR);
    }
}
