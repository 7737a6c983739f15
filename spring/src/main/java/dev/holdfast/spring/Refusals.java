package dev.holdfast.spring;

import dev.holdfast.Locks;
import dev.holdfast.Loss;
import dev.holdfast.Refusal;
import dev.holdfast.rules.Privacy;
import java.time.ZoneId;
import org.springframework.context.i18n.LocaleContextHolder;

/** Sentences for the person whose request it is: in its time zone, and with no more than the policy lets it know. */
final class Refusals {
    private Refusals() {}

    static String sentence(Refusal refusal, Locks locks) {
        ZoneId zone = LocaleContextHolder.getTimeZone().toZoneId();
        Privacy privacy = locks.policy(refusal.resource()).privacy();
        return privacy == Privacy.OPEN ? refusal.sentence(zone) : refusal.sentence(zone, privacy);
    }

    static String sentence(Loss loss, Locks locks) {
        boolean hidden = locks.policy(loss.resource()).privacy() == Privacy.HIDDEN;
        return (hidden ? loss.anonymous() : loss).sentence();
    }
}
