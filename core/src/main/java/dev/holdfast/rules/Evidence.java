package dev.holdfast.rules;

import java.util.Map;
import java.util.Set;

/**
 * What the rules cannot find out by themselves, gathered by the caller about one state of one resource.
 *
 * @param gone holds and tickets whose processes are all proven gone
 * @param alive holds with a process proven to run
 * @param unseen holds whose processes were not looked at; nothing is done against them because of their age
 * @param standings what bears on the command's claim and on those that wait; a claim that is missing has nothing against it
 */
public record Evidence(Set<HoldId> gone, Set<HoldId> alive, Set<HoldId> unseen, Map<HoldId, Standing> standings) {
    public static final Evidence NONE = new Evidence(Set.of(), Set.of(), Set.of(), Map.of());

    public Evidence {
        gone = Set.copyOf(gone);
        alive = Set.copyOf(alive);
        unseen = Set.copyOf(unseen);
        standings = Map.copyOf(standings);
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

    /** Returns what bears on that claim. */
    Standing of(Claim claim) {
        return standings.getOrDefault(claim.id(), Standing.CLEAR);
    }
}
