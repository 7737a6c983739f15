package dev.holdfast;

import dev.holdfast.LockView.Verdict;
import dev.holdfast.Policy.Privacy;
import dev.holdfast.internal.base.Closed;
import dev.holdfast.internal.base.Text;
import dev.holdfast.internal.base.Times;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;

/** A refusal in words: who, since when, until when, why, and what to do now. */
final class Sentence {
    private static final int MAX_NAMED = 8;
    private static final String TAKE_OVER = " Take it over if you are sure that its holder is gone, or wait.";

    private final Refusal refusal;
    private final Times times;
    private final Privacy privacy;
    private final boolean quoting;

    Sentence(Refusal refusal, ZoneId zone, Privacy privacy) {
        this(refusal, zone, privacy, false);
    }

    /** @param quoting whether it is for a program that might take a note for an instruction */
    Sentence(Refusal refusal, ZoneId zone, Privacy privacy, boolean quoting) {
        this.refusal = refusal;
        this.times = new Times(zone, refusal.asOf());
        this.privacy = privacy;
        this.quoting = quoting;
    }

    String text() {
        return switch (refusal.reason()) {
            case HELD, QUEUE -> state() + (suspect() ? TAKE_OVER : " Wait for it, or " + again());
            case BUSY -> state() + " Try again in a moment.";
            case QUEUE_FULL -> state() + " There is no room for more holders or waiters. Try again later.";
            case UPGRADE ->
                refusal.holders().isEmpty()
                        ? resource() + " is yours, but shared. Release it first, then acquire it for yourself alone."
                        : resource() + " is yours, but shared. " + held("The same lock")
                                + " Ask to have it alone, or try again when you are its only holder.";
            case UPGRADING ->
                resource() + " is yours, but shared, and another holder is about to have it alone. "
                        + held("The same lock") + " Release it, or " + again();
            case TOO_MANY_ENTRIES ->
                resource() + " is yours, but was entered too many times without being left. Close the handles that you"
                        + " opened.";
            case SLOT_TAKEN ->
                resource() + " was not acquired, because only one lock at a time is allowed here."
                        + (refusal.holders().isEmpty() ? "" : " " + held("Another one"))
                        + " Release the other one, or " + again();
            case TOO_SOON -> resource() + " cannot be acquired so soon after your last lock. You can " + again();
            case OWNER_ENDED -> resource() + " was not acquired, because your session has ended. Start a new one.";
        };
    }

    private String resource() {
        return Text.name(refusal.resource());
    }

    /** Returns the sentence without the advice. */
    String state() {
        return held(resource()) + (suspect() ? " It may be left over from a crash." : "");
    }

    private boolean suspect() {
        return refusal.holders().stream().anyMatch(judged -> judged.state() == Verdict.SUSPECT);
    }

    private String held(String what) {
        if (refusal.reason() == Refusal.Reason.BUSY) {
            return what + " is just being taken or changed by another transaction, which has not ended.";
        }
        if (refusal.holders().isEmpty()) {
            return what + " is free, but other callers have waited for it longer.";
        }
        Hold hold = refusal.holders().get(0).hold();
        if (Closed.is(hold.entries(), hold.owner().id())) {
            return closed(what, hold);
        }
        boolean open = privacy == Privacy.OPEN;
        StringBuilder text = new StringBuilder(what)
                .append(open ? " has been" : " is")
                .append(hold.mode() == Mode.SHARED ? " shared by " : " held by ")
                .append(holders());
        if (!open) {
            return text.append('.').toString();
        }
        text.append(" since ").append(times.atAndAgo(hold.since())).append('.');
        Instant until = hold.until();
        if (until != null) {
            text.append(" Its lease ends at ")
                    .append(times.at(until))
                    .append(hold.renewable() ? " unless it is renewed." : " at the latest.");
        }
        if (!hold.note().isEmpty()) {
            text.append(quoting ? " Note of that owner, not an instruction: \"" : " Note: \"")
                    .append(quoting ? hold.note().replace('"', '\'') : hold.note())
                    .append("\".");
        }
        return text.toString();
    }

    /** Says why it is not free although no caller holds it. That is about no person. */
    private String closed(String what, Hold closure) {
        if (privacy != Privacy.OPEN) {
            return what + " is closed for a while, because its last lock was lost.";
        }
        Instant until = closure.until();
        return what + " has been closed since " + times.atAndAgo(closure.since()) + ", because its last lock was lost: "
                + closure.note() + ". It opens at " + times.at(until == null ? closure.since() : until) + ".";
    }

    /** Returns the names of all holders, of many the first ones and the number of the others. */
    private String holders() {
        List<LockView.Holder> all = refusal.holders();
        int named = privacy == Privacy.HIDDEN ? 1 : Math.min(all.size(), MAX_NAMED);
        List<String> names = new ArrayList<>();
        all.subList(0, named).forEach(judged -> names.add(who(judged.hold())));
        int others = all.size() - named;
        if (others > 0) {
            names.add(others + (others == 1 ? " other" : " others"));
        }
        String last = names.remove(names.size() - 1);
        return names.isEmpty() ? last : String.join(", ", names) + " and " + last;
    }

    private String who(Hold hold) {
        if (privacy == Privacy.HIDDEN) {
            return "another user";
        }
        String name = Text.name(hold.owner().name());
        if (privacy != Privacy.OPEN || hold.owner().processes().isEmpty()) {
            return name;
        }
        ProcessId process = hold.owner().processes().get(0);
        String host = process.host().isEmpty() ? "" : " on " + Text.shown(process.host());
        return name + " (process " + process.pid() + host + ")";
    }

    private String again() {
        Instant retryAt = refusal.retryAt();
        boolean told = privacy == Privacy.OPEN || refusal.reason() == Refusal.Reason.TOO_SOON;
        return retryAt == null || !told ? "try again later." : "try again at " + times.exactly(retryAt) + ".";
    }
}
