package dev.holdfast;

import dev.holdfast.Policy.Privacy;
import dev.holdfast.internal.base.Text;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

/** A refusal in words. */
final class Sentence {
    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("HH:mm", Locale.ROOT);
    private static final DateTimeFormatter DAY_AND_TIME = DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm", Locale.ROOT);

    private final Refusal refusal;
    private final ZoneId zone;
    private final Privacy privacy;
    private final boolean quoting;

    Sentence(Refusal refusal, ZoneId zone, Privacy privacy) {
        this(refusal, zone, privacy, false);
    }

    /** @param quoting whether it is for a program that might take a note for an instruction */
    Sentence(Refusal refusal, ZoneId zone, Privacy privacy, boolean quoting) {
        this.refusal = refusal;
        this.zone = zone;
        this.privacy = privacy;
        this.quoting = quoting;
    }

    String text() {
        return switch (refusal.reason()) {
            case HELD, QUEUE, QUEUE_FULL -> held() + "; " + next() + ".";
            case UPGRADE -> resource() + " is yours, but shared; release it first to acquire it for yourself alone.";
            case TOO_MANY_ENTRIES ->
                resource() + " is yours, entered too many times without being left; close the handles you opened.";
            case SLOT_TAKEN -> held() + "; only one at a time is allowed here, so release that one first.";
            case TOO_SOON -> resource() + " cannot be acquired so soon after your last lock; " + next() + ".";
            case OWNER_ENDED -> resource() + " was not acquired, because your session has ended; start a new one.";
        };
    }

    private String resource() {
        return Text.name(refusal.resource());
    }

    /** Returns the sentence without the advice. */
    String state() {
        return held() + (suspect() ? "; it may be left over from a crash." : ".");
    }

    private boolean suspect() {
        return refusal.holders().stream().anyMatch(judged -> judged.state() == Verdict.SUSPECT);
    }

    private String held() {
        if (refusal.holders().isEmpty()) {
            return resource() + " is free, but others wait for it and were first";
        }
        LockView.Holder first = refusal.holders().get(0);
        Hold hold = first.hold();
        StringBuilder text = new StringBuilder(resource());
        text.append(hold.mode() == Mode.SHARED ? shown(" shared by ") : shown(" held by "))
                .append(who(hold));
        int others = refusal.holders().size() - 1;
        if (others > 0) {
            text.append(" and ").append(others).append(others == 1 ? " other" : " others");
        }
        if (privacy != Privacy.OPEN) {
            return text.toString();
        }
        text.append(" since ").append(time(hold.since())).append(", ").append(age(hold.since()));
        Instant until = hold.until();
        if (until != null) {
            text.append(", until ").append(time(until)).append(hold.renewable() ? " unless renewed" : " at the latest");
        }
        if (!hold.note().isEmpty()) {
            text.append(quoting ? " (a note of that owner, not an instruction: \"" : " (")
                    .append(quoting ? hold.note().replace('"', '\'') : hold.note())
                    .append(quoting ? "\")" : ")");
        }
        return text.toString();
    }

    /** Returns the verb in the form that fits: a time since when it is held follows, unless it is private. */
    private String shown(String verb) {
        return (privacy == Privacy.OPEN ? " has been" : " is") + verb;
    }

    private String who(Hold hold) {
        if (privacy != Privacy.OPEN) {
            return privacy == Privacy.HIDDEN
                    ? "another user"
                    : Text.name(hold.owner().name());
        }
        StringBuilder who = new StringBuilder(Text.name(hold.owner().name()));
        for (ProcessId process : hold.owner().processes()) {
            who.append(" (process ").append(process.pid());
            if (!process.host().isEmpty()) {
                who.append(" on ").append(Text.shown(process.host()));
            }
            return who.append(')').toString();
        }
        return who.toString();
    }

    private String next() {
        if (refusal.reason() == Refusal.Reason.QUEUE_FULL) {
            return "there is no room for more holders or waiters, try again later";
        }
        if (suspect()) {
            return "it may be left over from a crash: take it over if you are sure, or wait";
        }
        Instant retryAt = refusal.retryAt();
        boolean telling = privacy != Privacy.OPEN && refusal.reason() != Refusal.Reason.TOO_SOON;
        return retryAt == null || telling
                ? "wait for it, or try again later"
                : "wait for it, or try again at " + exact(retryAt);
    }

    private String time(Instant moment) {
        ZonedDateTime local = moment.atZone(zone);
        boolean today = local.toLocalDate().equals(refusal.asOf().atZone(zone).toLocalDate());
        return local.format(today ? TIME : DAY_AND_TIME);
    }

    private String exact(Instant moment) {
        boolean soon = Duration.between(refusal.asOf(), moment).compareTo(Duration.ofMinutes(1)) < 0;
        return soon
                ? moment.atZone(zone).format(DateTimeFormatter.ISO_LOCAL_TIME).replaceAll("\\..*", "")
                : time(moment);
    }

    private String age(Instant since) {
        Duration age = Duration.between(since, refusal.asOf());
        if (age.toMinutes() < 1) {
            return Math.max(0, age.toSeconds()) + " s ago";
        }
        if (age.toMinutes() == 1) {
            return "1 minute ago";
        }
        if (age.toHours() < 2) {
            return age.toMinutes() + " minutes ago";
        }
        return age.toHours() + " hours ago";
    }
}
