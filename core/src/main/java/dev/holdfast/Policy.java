package dev.holdfast;

import dev.holdfast.internal.base.Bounds;
import dev.holdfast.internal.base.Glob;
import dev.holdfast.internal.base.Moments;
import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The rules for the resources whose names match a pattern. Made from a {@link Preset} and changed by {@link #toBuilder}. */
public final class Policy {
    private static final Duration MAX_LOCK_DELAY = Duration.ofHours(1);

    private final Values values;

    Policy(Values values) {
        this.values = values;
    }

    /** The settings of a policy, all of them. */
    record Values(
            Preset preset,
            String pattern,
            Lease lease,
            @Nullable Duration heartbeat,
            @Nullable Duration suspectAfter,
            @Nullable Duration reclaimAfter,
            WaitPolicy waiting,
            @Nullable Scope scope,
            @Nullable Duration cooldown,
            @Nullable Duration lockDelay,
            Duration debounce,
            Duration warning,
            Privacy privacy,
            boolean drafts,
            boolean forceByAnyone,
            RequestPolicy requests,
            boolean takersReadDrafts) {
        Values {
            heartbeat = Moments.boundedOrNull(heartbeat);
            suspectAfter = Moments.boundedOrNull(suspectAfter);
            reclaimAfter = Moments.boundedOrNull(reclaimAfter);
            cooldown = Moments.boundedOrNull(cooldown);
            lockDelay = Moments.boundedOrNull(lockDelay);
            debounce = Moments.bounded(debounce);
            warning = Moments.bounded(warning);
        }
    }

    /**
     * Returns a policy in the making that may change everything, also what its preset fixes: for the policy that a server
     * reports.
     */
    public static Builder reported(Preset preset) {
        return new Builder(preset.policy(), false);
    }

    /** Returns a copy to change. It refuses to change what its preset fixes. */
    public Builder toBuilder() {
        return new Builder(this, true);
    }

    /** Returns whether the pattern matches the name of a resource. */
    public boolean appliesTo(String resource) {
        return Glob.matches(values.pattern, resource);
    }

    /** Returns the preset it was made from. */
    public Preset preset() {
        return values.preset;
    }

    /** Returns the resources it is for, see {@link Policies}. */
    public String pattern() {
        return values.pattern;
    }

    /** Returns how long a hold lasts unless its caller asks for less. */
    public Lease lease() {
        return values.lease;
    }

    /** Returns the time between two heartbeats of a holder, or null if none is expected. */
    public @Nullable Duration heartbeat() {
        return values.heartbeat;
    }

    /** Returns how old a hold may be before it is suspect, or null for never. */
    public @Nullable Duration suspectAfter() {
        return values.suspectAfter;
    }

    /** Returns how old a hold that nothing proves alive may be before it ends by itself, or null for never. */
    public @Nullable Duration reclaimAfter() {
        return values.reclaimAfter;
    }

    /** Returns the rules for callers that wait. */
    public WaitPolicy waiting() {
        return values.waiting;
    }

    /** Returns a limit that spans resources, or null. */
    public @Nullable Scope scope() {
        return values.scope;
    }

    /** Returns the minimum time between two operations of one user, or null. */
    public @Nullable Duration cooldown() {
        return values.cooldown;
    }

    /** Returns how long a resource stays closed after an exclusive hold on it was lost, or null. */
    public @Nullable Duration lockDelay() {
        return values.lockDelay;
    }

    /** Returns the minimum time between two activities of one holder. */
    public Duration debounce() {
        return values.debounce;
    }

    /** Returns how long before its end a holder is warned. */
    public Duration warning() {
        return values.warning;
    }

    /** Returns the amount of information that others get about a holder. */
    public Privacy privacy() {
        return values.privacy;
    }

    /** Returns whether unfinished text is kept with the hold. */
    public boolean drafts() {
        return values.drafts;
    }

    /** Returns whether force release needs no role; on local stores this is advice. */
    public boolean forceByAnyone() {
        return values.forceByAnyone;
    }

    /** Returns the rules for callers that ask a holder to hand over. */
    public RequestPolicy requests() {
        return values.requests;
    }

    /** Returns whether an owner that takes a lock over may read the draft of its former holder. */
    public boolean takersReadDrafts() {
        return values.takersReadDrafts;
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof Policy policy && values.equals(policy.values);
    }

    @Override
    public int hashCode() {
        return values.hashCode();
    }

    @Override
    public String toString() {
        return values.toString().replaceFirst("Values", "Policy");
    }

    /** A policy in the making. */
    public static final class Builder {
        private final Values from;
        private final boolean checked;
        private String pattern;
        private Lease lease;
        private @Nullable Duration heartbeat;
        private @Nullable Duration suspectAfter;
        private @Nullable Duration reclaimAfter;
        private WaitPolicy waiting;
        private @Nullable Scope scope;
        private @Nullable Duration cooldown;
        private @Nullable Duration lockDelay;
        private Duration debounce;
        private Duration warning;
        private Privacy privacy;
        private boolean drafts;
        private boolean forceByAnyone;
        private RequestPolicy requests;
        private boolean takersReadDrafts;

        private Builder(Policy policy, boolean checked) {
            this.checked = checked;
            from = policy.values;
            pattern = from.pattern;
            lease = from.lease;
            heartbeat = from.heartbeat;
            suspectAfter = from.suspectAfter;
            reclaimAfter = from.reclaimAfter;
            waiting = from.waiting;
            scope = from.scope;
            cooldown = from.cooldown;
            lockDelay = from.lockDelay;
            debounce = from.debounce;
            warning = from.warning;
            privacy = from.privacy;
            drafts = from.drafts;
            forceByAnyone = from.forceByAnyone;
            requests = from.requests;
            takersReadDrafts = from.takersReadDrafts;
        }

        /** Sets the pattern for the names of resources. */
        public Builder pattern(String newPattern) {
            pattern = newPattern;
            return this;
        }

        /** Sets how long a hold lasts. */
        public Builder lease(Lease newLease) {
            refuseIfFixed("lease", from.lease, newLease);
            lease = newLease;
            return this;
        }

        /** Sets the time between two heartbeats of a holder; null if none is expected. */
        public Builder heartbeat(@Nullable Duration newHeartbeat) {
            refuseIfFixed("heartbeat", from.heartbeat, newHeartbeat);
            heartbeat = newHeartbeat;
            return this;
        }

        /** Sets how old a hold may be before it is suspect; null for never. */
        public Builder suspectAfter(@Nullable Duration newSuspectAfter) {
            suspectAfter = newSuspectAfter;
            return this;
        }

        /** Sets how old a hold that nothing proves alive may be before it ends by itself; null for never. */
        public Builder reclaimAfter(@Nullable Duration newReclaimAfter) {
            refuseIfFixed("reclaim-after", from.reclaimAfter, newReclaimAfter);
            reclaimAfter = newReclaimAfter;
            return this;
        }

        /** Sets the rules for callers that wait. */
        public Builder waiting(WaitPolicy newWaiting) {
            refuseIfFixed("waiting", from.waiting, newWaiting);
            waiting = newWaiting;
            return this;
        }

        /** Sets a limit that spans resources; null for none. */
        public Builder scope(@Nullable Scope newScope) {
            scope = newScope;
            return this;
        }

        /** Sets the minimum time between two operations of one user; null for none. */
        public Builder cooldown(@Nullable Duration newCooldown) {
            refuseIfFixed("cooldown", from.cooldown, newCooldown);
            cooldown = newCooldown;
            return this;
        }

        /**
         * Sets how long a resource stays closed after an exclusive hold on it was lost, not released; null for not at all. For
         * data in back ends that check no fences.
         */
        public Builder lockDelay(@Nullable Duration newLockDelay) {
            refuseIfFixed("lock-delay", from.lockDelay, newLockDelay);
            if (newLockDelay != null && (newLockDelay.isNegative() || newLockDelay.compareTo(MAX_LOCK_DELAY) > 0)) {
                throw new IllegalArgumentException(
                        "A lock delay lasts at most " + MAX_LOCK_DELAY.toMinutes() + " minutes.");
            }
            lockDelay = newLockDelay == null || newLockDelay.isZero() ? null : newLockDelay;
            return this;
        }

        /** Sets the minimum time between two activities of one holder. */
        public Builder debounce(Duration newDebounce) {
            refuseIfFixed("debounce", from.debounce, newDebounce);
            debounce = newDebounce;
            return this;
        }

        /** Sets how long before the end of its lease a holder is warned. */
        public Builder warning(Duration newWarning) {
            refuseIfFixed("warning", from.warning, newWarning);
            warning = newWarning;
            return this;
        }

        /** Sets the amount of information that others get about a holder. */
        public Builder privacy(Privacy newPrivacy) {
            privacy = newPrivacy;
            return this;
        }

        /** Sets whether unfinished text is kept with the hold. */
        public Builder drafts(boolean newDrafts) {
            drafts = newDrafts;
            return this;
        }

        /** Sets whether force release needs no role. */
        public Builder forceByAnyone(boolean newForceByAnyone) {
            forceByAnyone = newForceByAnyone;
            return this;
        }

        /** Sets the rules for callers that ask a holder to hand over. */
        public Builder requests(RequestPolicy newRequests) {
            refuseIfFixed("requests", from.requests, newRequests);
            requests = newRequests;
            return this;
        }

        /** Sets whether an owner that takes a lock over may read the draft of its former holder. */
        public Builder takersReadDrafts(boolean newTakersReadDrafts) {
            refuseIfFixed("takers-read-drafts", from.takersReadDrafts, newTakersReadDrafts);
            takersReadDrafts = newTakersReadDrafts;
            return this;
        }

        /**
         * Returns the policy.
         *
         * @throws IllegalArgumentException if its values do not fit together
         */
        public Policy build() {
            if (scope != null && waiting.allowed()) {
                throw new IllegalArgumentException(
                        "A policy with a scope cannot allow waiting: a place in the queue of " + pattern
                                + " could be granted past the limit. Set waiting to never, or drop the scope.");
            }
            if (takersReadDrafts && privacy != Privacy.OPEN) {
                throw new IllegalArgumentException("A policy that hides the holders of " + pattern
                        + " cannot let others read their drafts. Set privacy to open, or takers-read-drafts to false.");
            }
            return new Policy(new Values(
                    from.preset,
                    pattern,
                    lease,
                    heartbeat,
                    suspectAfter,
                    reclaimAfter,
                    waiting,
                    scope,
                    cooldown,
                    lockDelay,
                    debounce,
                    warning,
                    privacy,
                    drafts,
                    forceByAnyone,
                    requests,
                    takersReadDrafts));
        }

        private void refuseIfFixed(String setting, @Nullable Object old, @Nullable Object next) {
            if (checked && from.preset.fixed() && !Objects.equals(old, next)) {
                throw new IllegalArgumentException("The preset " + from.preset.label() + " fixes " + setting + " at "
                        + old + "; it cannot be set to " + next + ". Drop that setting or choose another preset.");
            }
        }
    }

    /** The amount of information that others get about a holder. */
    public enum Privacy {
        /** Name, times, note. */
        OPEN,
        /** The name alone. */
        NAME_ONLY,
        /** Only that the resource is held. */
        HIDDEN
    }

    /**
     * A limit of one hold that spans resources.
     *
     * @param prefix as many leading segments of a resource's name as it has make one scope: with {@code scene/*}, the scope of
     *     {@code scene/9/character/4} is {@code scene/9}
     * @param perUser one hold for each user of the scope, or one in all
     */
    public record Scope(String prefix, boolean perUser) {

        /** Returns the name of the slot that a hold of that user on that resource fills, or empty if the limit does not apply. */
        public String slotFor(String resource, String user) {
            if (perUser && user.isEmpty()) {
                return "";
            }
            int end = -1;
            for (int segments = prefix.split("/", -1).length; segments > 0; segments--) {
                end = resource.indexOf('/', end + 1);
                if (end < 0) {
                    return "";
                }
            }
            String scope = resource.substring(0, end);
            if (!Glob.matches(prefix, scope)) {
                return "";
            }
            return perUser ? scope + '\n' + user : scope;
        }
    }

    /**
     * The rules for waiting callers. Waiting is always opt-in and bounded.
     *
     * @param allowed whether a caller may ask for it at all
     * @param timeout the default wait of commands and servers; zero does not wait
     * @param look the maximum time between two looks
     * @param ask the time after which a command asks the person whether to go on, or null
     * @param turns how long a program may hand a resource on among its own callers while others wait
     */
    public record WaitPolicy(
            boolean allowed,
            Duration timeout,
            Duration look,
            @Nullable Duration ask,
            Turns turns) {
        private static final Duration LOOK = Duration.ofSeconds(5);

        /** No caller may wait. */
        public static final WaitPolicy NEVER = new WaitPolicy(false, Duration.ZERO, LOOK, null, Turns.DEFAULT);
        /** A caller waits if it asks for it. */
        public static final WaitPolicy ON_REQUEST = new WaitPolicy(true, Duration.ZERO, LOOK, null, Turns.DEFAULT);

        /** Returns a policy under which commands and servers wait that long by default. */
        public static WaitPolicy byDefault(Duration timeout) {
            return new WaitPolicy(true, timeout, LOOK, null, Turns.DEFAULT);
        }

        /** Returns a copy under which a command asks the person after that time whether to go on. */
        public WaitPolicy askingAfter(Duration pause) {
            return new WaitPolicy(allowed, timeout, look, pause, turns);
        }

        /** Returns a copy with other turns. */
        public WaitPolicy takingTurns(Turns newTurns) {
            return new WaitPolicy(allowed, timeout, look, ask, newTurns);
        }
    }

    /**
     * The turns of programs at a resource that several of them wait for. While its turn lasts, a program hands the resource on
     * among its own callers. Then the first of the queue has it. The limit that is reached first ends the turn.
     *
     * @param handOvers how often a program may hand the resource on past others, from 0 (strictly first come, first served) to
     *     {@link #MAX_HAND_OVERS}
     * @param time how long after it got the resource it may do so, at most {@link #MAX_TIME}
     */
    public record Turns(int handOvers, Duration time) {
        /** The maximum number of hand-overs in one turn. */
        public static final int MAX_HAND_OVERS = 1_000;
        /** The maximum length of a turn. */
        public static final Duration MAX_TIME = Duration.ofSeconds(10);
        /** Turns that serve all programs within a fraction of a second. */
        public static final Turns DEFAULT = new Turns(64, Duration.ofMillis(250));

        /** @throws IllegalArgumentException if a value is out of its range */
        public Turns {
            if (handOvers < 0 || handOvers > MAX_HAND_OVERS) {
                throw new IllegalArgumentException(
                        "A turn has from 0 to " + MAX_HAND_OVERS + " hand-overs, not " + handOvers + ".");
            }
            if (time.isNegative() || time.compareTo(MAX_TIME) > 0) {
                throw new IllegalArgumentException("A turn lasts from 0 to " + MAX_TIME.toSeconds() + " seconds.");
            }
        }
    }

    /**
     * The rules for callers that ask a holder to hand over.
     *
     * @param allowed whether a caller may ask at all
     * @param first whether a hand-over goes to the asker even if others wait in the queue; else it is an ordinary release then
     * @param perHour how often one user may ask for one resource within an hour
     * @param silence what follows if the holder's program has shown the request and no answer comes
     * @param after how long after it was shown that is
     */
    public record RequestPolicy(boolean allowed, boolean first, int perHour, Silence silence, Duration after) {
        /** The maximum number of requests of one user for one resource within an hour. */
        public static final int MAX_PER_HOUR = 60;
        /** The shortest time in which an answer can be expected. */
        public static final Duration MIN_AFTER = Duration.ofMinutes(1);
        /** No caller may ask. */
        public static final RequestPolicy NEVER =
                new RequestPolicy(false, false, 3, Silence.NOTHING, Duration.ofMinutes(10));
        /** A caller may ask three times an hour, and silence changes nothing. */
        public static final RequestPolicy DEFAULT =
                new RequestPolicy(true, false, 3, Silence.NOTHING, Duration.ofMinutes(10));

        /** @throws IllegalArgumentException if a value is out of its range */
        public RequestPolicy {
            if (perHour < 1 || perHour > MAX_PER_HOUR) {
                throw new IllegalArgumentException("A user may ask from 1 to " + MAX_PER_HOUR
                        + " times an hour for one resource, not " + perHour + ".");
            }
            if (after.compareTo(MIN_AFTER) < 0 || after.compareTo(Bounds.TTL) > 0) {
                throw new IllegalArgumentException("A holder has from one minute to " + Bounds.TTL.toDays()
                        + " days for its answer: choose a time in that range.");
            }
        }
    }

    /** The consequence if a holder does not answer a request that its program has shown. */
    public enum Silence {
        /** Nothing: the request stays open. */
        NOTHING,
        /** The holder hands over. */
        HAND_OVER,
        /** An event says so, for those who look after the locks. */
        REPORT
    }
}
