package dev.holdfast.shedlock;

import dev.holdfast.LockManager;
import java.util.Objects;
import java.util.Optional;
import net.javacrumbs.shedlock.core.ExtensibleLockProvider;
import net.javacrumbs.shedlock.core.LockConfiguration;
import net.javacrumbs.shedlock.core.SimpleLock;

/**
 * A lock provider of ShedLock over the locks of a manager. {@code lockAtMostFor} and {@code lockAtLeastFor} are measured by the
 * clock of the store, and locks can be extended. A lock is also free when its process has provably ended, but not before its
 * {@code lockAtLeastFor}. Thread-safe.
 *
 * <p>It uses two resources for each job: its name, and its name followed by {@link #SECOND}. The second one keeps the job locked
 * for {@code lockAtLeastFor} after it has ended, and while a lock is extended.
 */
public final class HoldfastLockProvider implements ExtensibleLockProvider {
    /** The end of the name of a job's second resource. */
    public static final String SECOND = "@at-least";

    private final LockManager manager;

    /** Makes a provider of the locks of that manager, which the caller closes. */
    public HoldfastLockProvider(LockManager manager) {
        this.manager = Objects.requireNonNull(manager);
    }

    /**
     * Acquires the lock of a job without waiting.
     *
     * @return the lock; empty if another job holds it, or if the thread is interrupted
     * @throws IllegalArgumentException if the policy of the name ends a hold before {@code lockAtMostFor}
     */
    @Override
    public Optional<SimpleLock> lock(LockConfiguration configuration) {
        JobHold hold = new JobHold(manager, configuration.getName());
        return hold.take(configuration) ? Optional.of(new JobLock(configuration, hold)) : Optional.empty();
    }
}
