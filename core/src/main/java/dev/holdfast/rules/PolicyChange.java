package dev.holdfast.rules;

import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A policy in the making. Refuses to change what its preset fixes. */
public final class PolicyChange {
    private final Policy from;
    private String pattern;
    private Lease lease;
    private @Nullable Duration ping;
    private @Nullable Duration trust;
    private @Nullable Duration cleanUp;
    private WaitPolicy waiting;
    private @Nullable Scope scope;
    private @Nullable Duration pace;
    private Duration debounce;
    private Duration warning;
    private Privacy privacy;
    private boolean drafts;
    private boolean forceByAnyone;

    PolicyChange(Policy from) {
        this.from = from;
        pattern = from.pattern();
        lease = from.lease();
        ping = from.ping();
        trust = from.trust();
        cleanUp = from.cleanUp();
        waiting = from.waiting();
        scope = from.scope();
        pace = from.pace();
        debounce = from.debounce();
        warning = from.warning();
        privacy = from.privacy();
        drafts = from.drafts();
        forceByAnyone = from.forceByAnyone();
    }

    public PolicyChange pattern(String newPattern) {
        pattern = newPattern;
        return this;
    }

    public PolicyChange lease(Lease newLease) {
        refuseIfFixed("lease", from.lease(), newLease);
        lease = newLease;
        return this;
    }

    public PolicyChange ping(@Nullable Duration newPing) {
        refuseIfFixed("ping", from.ping(), newPing);
        ping = newPing;
        return this;
    }

    public PolicyChange trust(@Nullable Duration newTrust) {
        trust = newTrust;
        return this;
    }

    public PolicyChange cleanUp(@Nullable Duration newCleanUp) {
        refuseIfFixed("clean-up", from.cleanUp(), newCleanUp);
        cleanUp = newCleanUp;
        return this;
    }

    public PolicyChange waiting(WaitPolicy newWaiting) {
        refuseIfFixed("waiting", from.waiting(), newWaiting);
        waiting = newWaiting;
        return this;
    }

    public PolicyChange scope(@Nullable Scope newScope) {
        scope = newScope;
        return this;
    }

    public PolicyChange pace(@Nullable Duration newPace) {
        refuseIfFixed("pace", from.pace(), newPace);
        pace = newPace;
        return this;
    }

    public PolicyChange debounce(Duration newDebounce) {
        refuseIfFixed("debounce", from.debounce(), newDebounce);
        debounce = newDebounce;
        return this;
    }

    public PolicyChange warning(Duration newWarning) {
        refuseIfFixed("warning", from.warning(), newWarning);
        warning = newWarning;
        return this;
    }

    public PolicyChange privacy(Privacy newPrivacy) {
        privacy = newPrivacy;
        return this;
    }

    public PolicyChange drafts(boolean keep) {
        drafts = keep;
        return this;
    }

    public PolicyChange forceByAnyone(boolean anyone) {
        forceByAnyone = anyone;
        return this;
    }

    public Policy done() {
        if (scope != null && waiting.allowed()) {
            throw new IllegalArgumentException("A policy with a scope cannot allow waiting: a place in the queue of "
                    + pattern + " could be granted past the limit. Set waiting to never, or drop the scope.");
        }
        return new Policy(
                from.preset(),
                pattern,
                lease,
                ping,
                trust,
                cleanUp,
                waiting,
                scope,
                pace,
                debounce,
                warning,
                privacy,
                drafts,
                forceByAnyone);
    }

    private void refuseIfFixed(String setting, @Nullable Object old, @Nullable Object next) {
        if (from.preset().fixed() && !Objects.equals(old, next)) {
            throw new IllegalArgumentException("The preset " + from.preset().label() + " fixes " + setting + " at "
                    + old + "; it cannot be set to " + next + ". Drop that setting or choose another preset.");
        }
    }
}
