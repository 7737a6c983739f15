package dev.holdfast.internal.manager;

import dev.holdfast.Hold;
import dev.holdfast.HoldId;
import dev.holdfast.LockView.Verdict;
import dev.holdfast.Mode;
import dev.holdfast.Policies;
import dev.holdfast.ProcessId;
import dev.holdfast.internal.base.Stamp;
import dev.holdfast.internal.process.Liveness;
import dev.holdfast.internal.rules.Claim;
import dev.holdfast.internal.rules.Command;
import dev.holdfast.internal.rules.Cooldown;
import dev.holdfast.internal.rules.Evidence;
import dev.holdfast.internal.rules.Judgement;
import dev.holdfast.internal.rules.LockState;
import dev.holdfast.internal.rules.OpenRequest;
import dev.holdfast.internal.rules.RequestLog;
import dev.holdfast.internal.rules.Slot;
import dev.holdfast.internal.rules.Standing;
import dev.holdfast.internal.rules.Ticket;
import dev.holdfast.spi.Body;
import dev.holdfast.spi.Entry;
import dev.holdfast.spi.Key;
import dev.holdfast.spi.Key.Kind;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The source of the evidence for the decisions of one plan: one snapshot of the records with the plan's own changes, and what
 * is known about the processes named there. The evidence for every command is about the very state that is judged, and the
 * records that a grant depends on are checked in the same change. So a decision can neither use another caller's view nor
 * outlive the records it was made from.
 */
final class EvidenceSource {
    private final Snapshot snapshot;
    private final Changes changes;
    private final Iterable<Witness> witnesses;
    private final Policies policies;
    private final boolean folded;

    /**
     * @param folded whether several attempts are decided together: then what one of them changes counts for the next
     */
    EvidenceSource(Snapshot snapshot, Changes changes, Iterable<Witness> witnesses, Policies policies, boolean folded) {
        this.snapshot = snapshot;
        this.changes = changes;
        this.witnesses = witnesses;
        this.policies = policies;
        this.folded = folded;
    }

    /** Returns the evidence for a command on that state. */
    Evidence evidence(Step step, LockState state) {
        Claim claim = claim(step.command());
        boolean plain = state.holds().isEmpty() && state.queue().isEmpty();
        if (plain && (claim == null || (snapshot.entries().isEmpty() && !folded))) {
            return Evidence.NONE;
        }
        Map<HoldId, Standing> standings = state.queue().isEmpty()
                        && state.requests().isEmpty()
                        && claim == null
                        && !(step.command() instanceof Command.Release)
                ? Map.of()
                : new HashMap<>();
        for (Ticket ticket : state.queue()) {
            if (claim == null || !ticket.claim().id().equals(claim.id())) {
                put(standings, ticket.claim(), step.key(), state, true);
            }
        }
        if (claim != null) {
            // A request for several resources is one operation: its own earlier steps start no cooldown against it.
            put(standings, claim, step.key(), state, folded);
        } else if (step.command() instanceof Command.Release release && release.relay() != null) {
            put(standings, release.relay().next(), step.key(), state, true);
        }
        for (Claim reader : readers(step.command())) {
            put(standings, reader, step.key(), state, true);
        }
        for (OpenRequest request : state.requests().list()) {
            if (claim == null || !request.claim().id().equals(claim.id())) {
                put(standings, request.claim(), step.key(), state, true);
            }
        }
        if (step.command() instanceof Command.Ask ask) {
            put(standings, ask.claim(), step.key(), state, true, log(ask.claim(), step.key()));
        }
        return new Findings(witnesses).about(state).with(state, standings);
    }

    private static @Nullable Claim claim(Command command) {
        if (command instanceof Command.Acquire acquire) {
            return acquire.claim();
        }
        if (command instanceof Command.Reserve reserve) {
            return reserve.claim();
        }
        return command instanceof Command.Ask ask ? ask.claim() : null;
    }

    /** Returns those that may come in together with the receiver of a resource. */
    static List<Claim> readers(Command command) {
        if (command instanceof Command.Acquire acquire) {
            return acquire.readers();
        }
        return command instanceof Command.Release release && release.relay() != null
                ? release.relay().readers()
                : List.of();
    }

    /** Returns what that witness says of the holds and tickets of a state. */
    static Evidence of(LockState state, Witness witness) {
        return new Findings(List.of(witness)).about(state).with(state, Map.of());
    }

    /** The findings of the witnesses about the holds and tickets of one state. */
    private static final class Findings {
        private final Iterable<Witness> witnesses;
        private Set<HoldId> gone = Set.of();
        private Set<HoldId> alive = Set.of();
        private Set<HoldId> unseen = Set.of();
        private Set<HoldId> doubtful = Set.of();

        Findings(Iterable<Witness> witnesses) {
            this.witnesses = witnesses;
        }

        Findings about(LockState state) {
            for (Hold hold : state.holds()) {
                add(hold.id(), hold.owner().processes(), hold.since());
            }
            for (Ticket ticket : state.queue()) {
                add(ticket.claim().id(), ticket.claim().owner().processes(), ticket.since());
            }
            for (OpenRequest request : state.requests().list()) {
                add(request.claim().id(), request.claim().owner().processes(), request.asked());
            }
            return this;
        }

        void add(HoldId id, List<ProcessId> processes, Instant since) {
            // This very plan granted the hold, so its caller is waiting for the answer.
            if (processes.isEmpty() || since.equals(Stamp.TIME)) {
                return;
            }
            Liveness liveness = liveness(processes, since);
            if (liveness == null) {
                unseen = with(unseen, id);
            } else if (liveness == Liveness.GONE) {
                gone = with(gone, id);
            } else if (liveness == Liveness.ALIVE) {
                alive = with(alive, id);
            } else if (liveness == Liveness.DOUBTFUL) {
                doubtful = with(doubtful, id);
            }
        }

        private @Nullable Liveness liveness(List<ProcessId> processes, Instant since) {
            for (Witness witness : witnesses) {
                Liveness found = witness.of(processes, since);
                if (found != null) {
                    return found;
                }
            }
            return null;
        }

        Evidence with(LockState state, Map<HoldId, Standing> standings) {
            return new Evidence(state, gone, alive, unseen, standings, doubtful);
        }

        /** Returns the set with one more id. Nearly always there is only one. */
        private static Set<HoldId> with(Set<HoldId> ids, HoldId one) {
            if (ids.isEmpty()) {
                return Set.of(one);
            }
            Set<HoldId> more = ids instanceof HashSet ? ids : new HashSet<>(ids);
            more.add(one);
            return more;
        }
    }

    private void put(Map<HoldId, Standing> standings, Claim claim, Key here, LockState state, boolean withChanges) {
        put(standings, claim, here, state, withChanges, null);
    }

    private void put(
            Map<HoldId, Standing> standings,
            Claim claim,
            Key here,
            LockState state,
            boolean withChanges,
            @Nullable RequestLog log) {
        Standing standing = new Standing(
                snapshot.get(ended(claim)) != null,
                slotHolder(claim, here, state),
                lastOperation(claim, withChanges),
                log);
        if (!standing.equals(Standing.CLEAR)) {
            standings.put(claim.id(), standing);
        }
    }

    /** Returns what the person of that claim asked for on the resource, or null. */
    private @Nullable RequestLog log(Claim claim, Key here) {
        return (RequestLog) changes.body(Key.request(here.name(), OpenRequest.person(claim)));
    }

    private @Nullable Instant lastOperation(Claim claim, boolean withChanges) {
        if (claim.owner().user().isEmpty()) {
            return null;
        }
        Entry seen = snapshot.get(cooldown(claim));
        Body cooldown = withChanges ? changes.body(cooldown(claim)) : seen == null ? null : seen.body();
        return cooldown == null ? null : ((Cooldown) cooldown).last();
    }

    /** Returns the live hold that fills the slot of a claim, or null. A slot that a crash left behind blocks no claim. */
    private @Nullable Hold slotHolder(Claim claim, Key here, LockState state) {
        Key other = slotResource(claim);
        if (other == null || (other.equals(here) && claim.mode() == Mode.EXCLUSIVE)) {
            // The resource's own record shows whether a hold on it is in the way, even if that ends in the same round.
            return null;
        }
        LockState there = other.equals(here) ? state : changes.lock(other);
        // By the slot, not by the id: entries come and go while the hold stays.
        Hold hold = there.holdInSlot(claim.slot());
        if (hold == null || hold.entries().contains(claim.id())) {
            return null;
        }
        Findings findings = new Findings(witnesses);
        findings.add(hold.id(), hold.owner().processes(), hold.since());
        Evidence evidence = findings.with(there, Map.of());
        Verdict verdict = Judgement.of(hold, policies.forResource(other.name()), evidence, snapshot.asOf());
        return verdict.ended() ? null : hold;
    }

    /** Returns the resource that fills the slot of a claim, or null. */
    private @Nullable Key slotResource(Claim claim) {
        Body slot = claim.slot().isEmpty() ? null : changes.body(slot(claim));
        return slot == null ? null : Key.lock(((Slot) slot).resource());
    }

    /**
     * Checks, in the same change, what lets that claim have a resource: that its owner was not ended. Slot and cooldown are
     * written, and so checked, by the grant.
     */
    void check(Claim claim) {
        changes.check(ended(claim));
    }

    /** Checks, in the same change, all that an answer to that claim rests on besides the resource's own record. */
    void checkAnswer(Claim claim, Key here) {
        check(claim);
        if (!claim.slot().isEmpty()) {
            changes.check(slot(claim));
        }
        if (!claim.owner().user().isEmpty()) {
            changes.check(cooldown(claim));
        }
        Key other = formerResource(claim, here);
        if (other != null && !changes.decidesAbout(other)) {
            changes.check(other);
        }
    }

    /** Returns whether an earlier command of the same plan has changed the slot or the cooldown of that claim. */
    boolean limitChanged(Claim claim) {
        return (!claim.slot().isEmpty() && changes.writes(slot(claim)))
                || (!claim.owner().user().isEmpty() && changes.writes(cooldown(claim)));
    }

    /** Returns the other resource on which the slot of a claim was last filled before this plan, or null. */
    @Nullable
    Key formerResource(Claim claim, Key here) {
        Entry slot = claim.slot().isEmpty() ? null : snapshot.get(slot(claim));
        Key other = slot == null ? null : Key.lock(((Slot) slot.body()).resource());
        return other == null || other.equals(here) ? null : other;
    }

    /** Returns the step that takes away what is over on a resource. */
    Step tidying(Key key) {
        return new Step(key, new Command.Tidy(), policies.forResource(key.name()));
    }

    private static Key ended(Claim claim) {
        return new Key(Kind.OWNER_ENDED, claim.owner().id());
    }

    private static Key cooldown(Claim claim) {
        return new Key(Kind.COOLDOWN, claim.owner().user());
    }

    private static Key slot(Claim claim) {
        return new Key(Kind.SLOT, claim.slot());
    }
}
