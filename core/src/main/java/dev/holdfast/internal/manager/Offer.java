package dev.holdfast.internal.manager;

import dev.holdfast.Hold;
import dev.holdfast.HoldId;
import dev.holdfast.internal.manager.Clocks.Moment;
import dev.holdfast.internal.manager.Cohort.HandedOver;
import dev.holdfast.internal.manager.Cohort.Member;
import dev.holdfast.internal.rules.LockState;
import dev.holdfast.internal.rules.Relay;
import dev.holdfast.spi.Key;
import java.util.ArrayList;
import java.util.List;

/** An offer to members of a cohort: they get the resource if a change is applied that is under way. */
final class Offer {
    private final Cohort cohort;
    private final List<Member> members;
    private final Relay relay;
    private final Moment before;

    Offer(Cohort cohort, List<Member> members, Relay relay, Moment before) {
        this.cohort = cohort;
        this.members = members;
        this.relay = relay;
        this.before = before;
    }

    Relay relay() {
        return relay;
    }

    /** Says what the resource becomes with the change: only members that it names have anything to leave. */
    void decided(LockState next) {
        cohort.named(members, next);
    }

    /** Says that the change was not applied, or cannot be told to be. */
    void withdraw() {
        members.forEach(cohort::ended);
    }

    /**
     * Says that the change was applied.
     *
     * @param released whether it freed the resource: then the first must look by itself if it got nothing
     */
    void answer(Snapshot known, Key key, boolean released) {
        LockState state = known.lock(key);
        boolean any = false;
        for (Member member : members) {
            Hold hold = state.holdOf(member.claim().id());
            // An older one was granted by another change, and its time counts from before that one.
            boolean fromQueue = false;
            if (hold != null && hold.fence() == known.version(key)) {
                fromQueue = !hold.claimed();
                any |= hold.claimed() && cohort.handOver(member, new HandedOver(hold, known, before));
            }
            cohort.ended(member);
            if (fromQueue) {
                member.call(); // It is to be taken up.
            }
        }
        if (released && !any) {
            cohort.knowHolders(List.of());
            // It is not its turn, or something is against it: now it must look by itself.
            members.get(0).call();
        }
    }

    /**
     * Says what the record shows after all, once a lost answer is settled.
     *
     * @return the holds of members that have left without them
     */
    List<HoldId> settle(LockState state, Snapshot known) {
        List<HoldId> left = new ArrayList<>();
        for (Member member : members) {
            Hold hold = state.holdOf(member.claim().id());
            if (hold == null) {
                continue;
            }
            // One that is not confirmed came from the queue since, and may go to another: the member must ask for
            // it. So it must if another request with the same id may have got it earlier.
            boolean told = hold.claimed()
                    && !member.idMayBeUsed()
                    && cohort.handOver(member, new HandedOver(hold, known, before));
            if (!told && cohort.isGone(member) && !member.isAskedAgain()) {
                left.add(member.claim().id());
            } else if (!told && member.idMayBeUsed()) {
                member.call();
            }
        }
        return left;
    }

    /** Returns the members whose ids another request may use again, before it is known whether they got the resource. */
    List<Member> idsThatMayBeUsed() {
        return members.stream().filter(Member::idMayBeUsed).toList();
    }
}
