package dev.holdfast.spring;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * The properties {@code holdfast.policies[n].*}: the keys of a policy in {@code holdfast.yaml}. What is null is as in the preset.
 *
 * @param pattern the resources it applies to, such as {@code policy/**}; required
 * @param lease how long a hold lasts: one duration without a heartbeat, {@code never}, or its limits
 * @param heartbeat the interval of heartbeats, a duration or {@code never}
 * @param suspectAfter how old a hold may be before it is stale, a duration or {@code never}
 * @param reclaimAfter how old a hold that nothing proves alive may be before it ends, a duration or {@code never}
 * @param waiting how long to wait if the request does not say: a duration, {@code never} or {@code on-request}
 * @param scope how many resources one owner may hold
 * @param cooldown the minimum time between two locks of one user, a duration or {@code never}
 * @param debounce the minimum time between two reports of activity, a duration
 * @param warning how long before its end a holder is warned, a duration
 * @param privacy what others learn about a holder: {@code open}, {@code name-only} or {@code hidden}
 * @param drafts whether unfinished text is kept with the hold: {@code true} or {@code false}
 * @param force who may release the hold of another user: {@code anyone} or {@code admins}
 * @param lockDelay how long a resource stays closed after a loss, a duration or {@code never}
 * @param takersReadDrafts whether an owner that takes a hold over may read the draft that was left: {@code true} or {@code
 *     false}
 * @param requests whether holders may be asked to hand over: {@code allowed}, {@code never}, or the rules of it
 */
public record PolicyProperties(
        @Nullable String pattern,
        @Nullable LeaseProperties lease,
        @Nullable String heartbeat,
        @Nullable String suspectAfter,
        @Nullable String reclaimAfter,
        @Nullable String waiting,
        @Nullable ScopeProperties scope,
        @Nullable String cooldown,
        @Nullable String debounce,
        @Nullable String warning,
        @Nullable String privacy,
        @Nullable String drafts,
        @Nullable String force,
        @Nullable String lockDelay,
        @Nullable String takersReadDrafts,
        @Nullable RequestProperties requests) {

    /**
     * The limits of a lease, each a duration or {@code never}.
     *
     * @param absolute how long a hold lasts in all
     * @param idle how long it lasts without activity
     * @param grace how long it lasts without a heartbeat
     */
    public record LeaseProperties(
            @Nullable String absolute,
            @Nullable String idle,
            @Nullable String grace) {

        /** Reads a lease that is a single value: how long it lasts without a heartbeat. Called by Spring. */
        public static LeaseProperties of(String grace) {
            return new LeaseProperties("never", "never", grace);
        }
    }

    /**
     * One hold at a time within some resources.
     *
     * @param prefix the resources, such as {@code scene/*}
     * @param perUser whether each user has one, or each owner
     */
    public record ScopeProperties(
            @Nullable String prefix, @DefaultValue("true") boolean perUser) {}

    /**
     * The rules of requests to holders.
     *
     * @param allowed whether a holder may be asked
     * @param first whether a hand-over goes to the asker even if others wait: {@code true} or {@code false}
     * @param perHour how often one user may ask for one resource
     * @param silence the consequence if the holder does not answer: {@code nothing}, {@code hand-over} or {@code report}
     * @param after how long after the holder has seen the request that is, a duration
     */
    public record RequestProperties(
            @DefaultValue("allowed") String allowed,
            @Nullable String first,
            @Nullable String perHour,
            @Nullable String silence,
            @Nullable String after) {

        /** Reads rules that are a single value: {@code allowed} or {@code never}. Called by Spring. */
        public static RequestProperties of(String allowed) {
            return new RequestProperties(allowed, null, null, null, null);
        }
    }
}
