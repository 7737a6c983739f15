package dev.holdfast.session;

import dev.holdfast.LockEvent.EventKind;
import dev.holdfast.LockManager;
import dev.holdfast.Loss;
import dev.holdfast.Policy.Privacy;
import dev.holdfast.Refusal;
import dev.holdfast.internal.base.Text;
import java.time.Instant;
import java.time.ZoneId;
import java.util.Locale;

/** Sentences for the user of a request: in the user's language and time zone, and with only what the policy allows. */
final class Sentences {
    private Sentences() {}

    static String sentence(Refusal refusal, LockManager locks) {
        if (refusal.said() != null) {
            return refusal.said(); // by a server, which knows what it may say
        }
        Words words = Words.current();
        Privacy privacy = locks.admin().policy(refusal.resource()).privacy();
        return new RefusalSentence(refusal, words, times(words, refusal.asOf()), privacy).text();
    }

    static String sentence(Loss loss, LockManager locks) {
        boolean hidden = locks.admin().policy(loss.resource()).privacy() == Privacy.HIDDEN;
        Words words = Words.current();
        String what = words.resource(loss.resource());
        String how = (hidden ? loss.anonymous() : loss)
                .ending()
                .map(ending -> {
                    String by = ending.actor().isEmpty() ? words.text("who.hidden") : ending.actor();
                    String why = ending.reason().isEmpty() ? "" : " (" + Text.shown(ending.reason()) + ")";
                    return words.text("lost." + key(ending.kind()), what, by, why);
                })
                .orElseGet(() -> words.text("lost.unknown", what));
        return loss.draft().isPresent() ? how + " " + words.text("lost.draft") : how;
    }

    private static String key(EventKind kind) {
        return switch (kind) {
            case OVERRIDDEN, FORCED, CLEARED, EXPIRED, DIED, LOST, YIELDED ->
                kind.name().toLowerCase(Locale.ROOT);
            case ACQUIRED, HANDED_OVER, RELEASED, REQUESTED, PROMISED, DECLINED, UNANSWERED, WITHDRAWN, LAPSED ->
                "released";
        };
    }

    /** Returns a sentence about data that another user has changed. */
    static String sentence(StaleVersionException stale) {
        Words words = Words.current();
        VersionRow now = stale.now();
        if (now == null) {
            return words.text("stale.deleted");
        }
        return now.modifiedBy() == null
                ? words.text("stale")
                : words.text(
                        "stale.by",
                        Text.name(now.modifiedBy()),
                        times(words, Instant.now()).at(now.modified()));
    }

    private static WordTimes times(Words words, Instant now) {
        OwnerSource reader = CurrentOwner.source();
        return new WordTimes(words, reader == null ? ZoneId.systemDefault() : reader.zone(), now);
    }
}
