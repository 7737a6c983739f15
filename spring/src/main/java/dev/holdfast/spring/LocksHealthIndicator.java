package dev.holdfast.spring;

import dev.holdfast.Locks;
import dev.holdfast.store.StoreException;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;

/** Whether the place of the locks can be reached. */
final class LocksHealthIndicator implements HealthIndicator {
    /** A name like any other; whether it is locked does not matter. */
    private static final String PROBE = "holdfast/health";

    private final Locks locks;

    LocksHealthIndicator(Locks locks) {
        this.locks = locks;
    }

    @Override
    public Health health() {
        Health.Builder health = Health.up();
        try {
            locks.look(PROBE);
        } catch (StoreException e) {
            health = Health.down(e);
        }
        return health.withDetail("store", locks.traits().address()).build();
    }
}
