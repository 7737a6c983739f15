package dev.holdfast.rules;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The rules for the resources whose names match a pattern. Made from a {@link Preset} and changed by {@link #change}.
 *
 * @param pattern the resources it is for, see {@link Policies}
 * @param lease how long a hold lasts unless its caller asks for less
 * @param ping the time between two heartbeats of a holder, or null if none is expected
 * @param trust how old a hold may be before it is suspect, or null for never
 * @param cleanUp how old a hold that nothing proves alive may be before it ends by itself, or null for never
 * @param scope a limit that spans resources, or null
 * @param pace the minimum time between two operations of one user, or null
 * @param debounce the minimum time between two activities of one holder
 * @param warning how long before its end a holder is warned
 * @param drafts whether unfinished text is kept with the hold
 * @param forceByAnyone whether force release needs no role; on local stores this is advice
 */
public record Policy(
        Preset preset,
        String pattern,
        Lease lease,
        @Nullable Duration ping,
        @Nullable Duration trust,
        @Nullable Duration cleanUp,
        WaitPolicy waiting,
        @Nullable Scope scope,
        @Nullable Duration pace,
        Duration debounce,
        Duration warning,
        Privacy privacy,
        boolean drafts,
        boolean forceByAnyone) {

    public Policy {
        ping = Moments.boundedOrNull(ping);
        trust = Moments.boundedOrNull(trust);
        cleanUp = Moments.boundedOrNull(cleanUp);
        pace = Moments.boundedOrNull(pace);
        debounce = Moments.bounded(debounce);
        warning = Moments.bounded(warning);
    }

    /** Returns a copy to change. */
    public PolicyChange change() {
        return new PolicyChange(this);
    }

    public boolean appliesTo(String resource) {
        return Glob.matches(pattern, resource);
    }
}
