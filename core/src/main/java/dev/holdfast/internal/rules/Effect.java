package dev.holdfast.internal.rules;

import dev.holdfast.Draft;
import dev.holdfast.Hold;
import dev.holdfast.HoldId;
import dev.holdfast.Policy;
import dev.holdfast.internal.base.Stamp;
import java.util.ArrayList;
import java.util.List;

/** An effect of a decision on records other than the resource's own, in the same atomic group. */
public sealed interface Effect {

    /** The hold fills that slot from now on. */
    record FillSlot(String slot, Slot body) implements Effect {}

    /** The slot is free again, if it still names this resource. */
    record FreeSlot(String slot) implements Effect {}

    /** The start of the user's time between operations. Submitted work starts none: its author may go on immediately. */
    record StartCooldown(Cooldown body) implements Effect {}

    /** The reason why a hold was lost, kept for the owner of that entry. */
    record Tell(HoldId hold, EndedHold body) implements Effect {}

    /**
     * The author's text, to be kept.
     *
     * @param held whether the entry it came with is there, or was until this very decision found it lost. If not, the text is
     *     kept only if the hold was lost earlier: a text that comes after a release may have been submitted
     */
    record SaveDraft(HoldId entry, boolean held, Draft.Edit text) implements Effect {
        /**
         * Returns whether the text is kept.
         *
         * @param lost whether it is known that the hold was lost
         */
        public boolean keeps(boolean lost) {
            return held || lost;
        }
    }

    /** The progress of a request, kept for the asker. */
    record NoteRequest(RequestChange change) implements Effect {}

    /** The author's text was submitted. */
    record DropDraft(String author) implements Effect {}

    /** Returns all effects of a decision about a resource. */
    static List<Effect> of(String resource, Policy policy, Command command, Decision decision) {
        List<Effect> effects = List.of();
        boolean submits = command instanceof Command.Release given && given.submitted() != null;
        if (command instanceof Command.Renew renew && renew.draft() != null) {
            boolean held = decision.outcome() instanceof Outcome.Renewed || loses(decision, renew.entry());
            effects = with(effects, new SaveDraft(renew.entry(), held, renew.draft()));
        } else if (command instanceof Command.Release release
                && release.submitted() != null
                && decision.outcome() instanceof Outcome.Released) {
            effects = with(effects, new DropDraft(release.submitted()));
        }
        for (RequestChange change : decision.requests()) {
            effects = with(effects, new NoteRequest(change));
        }
        for (Notice notice : decision.notices()) {
            Hold hold = notice.hold();
            if (!notice.kind().begins() && !notice.kind().ends()) {
                continue;
            }
            if (!hold.slot().isEmpty()) {
                effects = with(
                        effects,
                        notice.kind().begins()
                                ? new FillSlot(hold.slot(), new Slot(resource, hold.id()))
                                : new FreeSlot(hold.slot()));
            }
            if (notice.kind().against()) {
                EndedHold ending = EndedHold.of(notice.on(resource));
                for (HoldId entry : hold.entries().isEmpty() ? List.of(hold.id()) : hold.entries()) {
                    effects = with(effects, new Tell(entry, ending));
                }
            } else if (policy.cooldown() != null && !hold.owner().user().isEmpty() && !submits) {
                effects = with(
                        effects, new StartCooldown(new Cooldown(hold.owner().user(), Stamp.TIME, policy.cooldown())));
            }
        }
        return effects;
    }

    private static boolean loses(Decision decision, HoldId entry) {
        return decision.notices().stream()
                .anyMatch(notice -> notice.kind().against() && notice.hold().has(entry));
    }

    /** Returns the list with one more effect. Most decisions have none, so the list is made only when it is needed. */
    private static List<Effect> with(List<Effect> effects, Effect one) {
        List<Effect> more = effects.isEmpty() ? new ArrayList<>(2) : effects;
        more.add(one);
        return more;
    }
}
