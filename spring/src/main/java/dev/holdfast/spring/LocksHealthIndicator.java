package dev.holdfast.spring;

import dev.holdfast.LockManager;
import dev.holdfast.StoreException;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;

/** Reports whether the store of the locks can be reached. */
record LocksHealthIndicator(LockManager locks) implements HealthIndicator {
    /** An ordinary name. It does not matter whether it is locked. */
    static final String PROBE = "holdfast/health";

    @Override
    public Health health() {
        Health.Builder health = Health.up();
        try {
            locks.view(PROBE);
        } catch (StoreException e) {
            health = Health.down(e);
        }
        return health.withDetail("store", locks.admin().traits().address()).build();
    }
}
