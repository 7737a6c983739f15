package dev.holdfast.session;

import dev.holdfast.Locks;
import dev.holdfast.Loss;
import dev.holdfast.Refusal;
import dev.holdfast.rules.Privacy;
import java.time.ZoneId;

/** Sentences for the user of a request: in the user's time zone, and with only what the policy allows. */
final class Sentences {
    private Sentences() {}

    static String sentence(Refusal refusal, Locks locks) {
        OwnerSource reader = CurrentOwner.source();
        ZoneId zone = reader == null ? ZoneId.systemDefault() : reader.zone();
        Privacy privacy = locks.policy(refusal.resource()).privacy();
        return privacy == Privacy.OPEN ? refusal.sentence(zone) : refusal.sentence(zone, privacy);
    }

    static String sentence(Loss loss, Locks locks) {
        boolean hidden = locks.policy(loss.resource()).privacy() == Privacy.HIDDEN;
        return (hidden ? loss.anonymous() : loss).sentence();
    }
}
