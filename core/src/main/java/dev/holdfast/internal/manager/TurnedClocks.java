package dev.holdfast.internal.manager;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * A manager whose clocks a test turns. Time passes in steps, and after each the manager does what its threads would have done
 * meanwhile.
 */
public interface TurnedClocks {

    /** Returns how far the clocks may be turned in one step, so that no renewal is late; null if there is no limit. */
    @Nullable
    Duration untilRound();

    /** Renews and checks all handles in this thread. Returns when the callbacks of losses and warnings have run. */
    void runRound();
}
