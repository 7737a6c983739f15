package dev.holdfast.session;

import dev.holdfast.LockManager;
import dev.holdfast.Loss;
import dev.holdfast.Policy.Privacy;
import dev.holdfast.Refusal;
import java.time.ZoneId;

/** Sentences for the user of a request: in the user's time zone, and with only what the policy allows. */
final class Sentences {
    private Sentences() {}

    static String sentence(Refusal refusal, LockManager locks) {
        OwnerSource reader = CurrentOwner.source();
        ZoneId zone = reader == null ? ZoneId.systemDefault() : reader.zone();
        Privacy privacy = locks.admin().policy(refusal.resource()).privacy();
        return privacy == Privacy.OPEN ? refusal.sentence(zone) : refusal.sentence(zone, privacy);
    }

    static String sentence(Loss loss, LockManager locks) {
        boolean hidden = locks.admin().policy(loss.resource()).privacy() == Privacy.HIDDEN;
        return (hidden ? loss.anonymous() : loss).sentence();
    }
}
