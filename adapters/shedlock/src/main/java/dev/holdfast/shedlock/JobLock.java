package dev.holdfast.shedlock;

import java.util.Optional;
import net.javacrumbs.shedlock.core.AbstractSimpleLock;
import net.javacrumbs.shedlock.core.LockConfiguration;
import net.javacrumbs.shedlock.core.SimpleLock;

/** The lock of one job, until it is unlocked or extended. */
final class JobLock extends AbstractSimpleLock {
    private final JobHold hold;

    JobLock(LockConfiguration configuration, JobHold hold) {
        super(configuration);
        this.hold = hold;
    }

    @Override
    protected void doUnlock() {
        hold.release();
    }

    @Override
    protected Optional<SimpleLock> doExtend(LockConfiguration newConfiguration) {
        return hold.extend(newConfiguration) ? Optional.of(new JobLock(newConfiguration, hold)) : Optional.empty();
    }
}
