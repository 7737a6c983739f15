package dev.holdfast.internal.manager;

import dev.holdfast.Policies;
import java.time.InstantSource;
import java.util.List;

/** Plans of managers in which no request waits. */
final class Plans {
    static final Clocks CLOCKS = new Clocks(System::nanoTime, InstantSource.system());

    private Plans() {}

    static Plan of(List<Attempt> attempts, Policies policies) {
        return Plan.of(attempts, policies, new Cohorts(CLOCKS));
    }
}
