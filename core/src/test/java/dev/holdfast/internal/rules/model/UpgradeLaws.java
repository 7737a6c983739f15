package dev.holdfast.internal.rules.model;

import dev.holdfast.Hold;
import dev.holdfast.internal.rules.LockState;
import dev.holdfast.internal.rules.OpenRequest;
import dev.holdfast.internal.rules.model.HandOverWorld.Bar;
import org.jspecify.annotations.Nullable;

/** The check of holds that become exclusive, and of those whose end a request set. */
final class UpgradeLaws {
    private UpgradeLaws() {}

    static @Nullable HandOverLaw brokenIn(LockState lock) {
        long readersThatAsk = lock.requests().list().stream()
                .map(request -> request.claim().id())
                .filter(asker -> lock.holdOf(asker) != null)
                .distinct()
                .count();
        if (readersThatAsk > 1) {
            return HandOverLaw.ONE_LEAVES;
        }
        boolean tooShort = lock.holds().stream()
                .anyMatch(hold -> !LossLaws.isClosure(hold)
                        && hold.lease().absolute() != null
                        && lock.requests().to(hold).stream()
                                .map(OpenRequest::until)
                                .allMatch(until -> until == null));
        return tooShort ? HandOverLaw.LEASE : null;
    }

    /** Judges a hold that was there before. */
    static @Nullable HandOverLaw brokenBy(HandOverWorld before, Hold old, Hold hold) {
        if (old.mode() == hold.mode()) {
            return null;
        }
        Bar bar = before.people().get(HandOverWorld.maker(hold.id())).bar();
        return hold.fence() <= old.fence()
                ? HandOverLaw.FENCE
                : bar == Bar.ENDED || bar == Bar.PACE ? HandOverLaw.RECEIVER : null;
    }
}
