package dev.holdfast.shedlock;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.LockManager;
import dev.holdfast.ManagerOptions;
import dev.holdfast.testkit.FakeTime;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import net.javacrumbs.shedlock.core.ClockProvider;
import net.javacrumbs.shedlock.core.ExtensibleLockProvider;
import net.javacrumbs.shedlock.core.LockConfiguration;
import net.javacrumbs.shedlock.core.SimpleLock;
import net.javacrumbs.shedlock.test.support.AbstractExtensibleLockProviderIntegrationTest;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * The contract that ShedLock has for its own providers. Its pauses turn the clock of the store, so that a slow machine changes
 * nothing.
 */
abstract class ShedLockContract extends AbstractExtensibleLockProviderIntegrationTest {
    private final FakeTime time = FakeTime.create();
    private LockManager manager;
    private LockManager otherManager;
    private int questions;
    private int turnAt = -1;
    private Duration turnBy = Duration.ZERO;
    private volatile long running = -1;

    /** Returns the address of a store that no other test uses. */
    abstract String address();

    @BeforeEach
    void open() {
        ManagerOptions options = ManagerOptions.DEFAULT.clocks(this::now, () -> now().toEpochMilli() * 1_000_000);
        manager = LockManager.open(address(), options);
        otherManager = LockManager.open(address(), options);
    }

    @AfterEach
    void close() {
        manager.close();
        otherManager.close();
    }

    @Override
    protected ExtensibleLockProvider getLockProvider() {
        asked();
        return new HoldfastLockProvider(manager);
    }

    @Override
    protected void assertLocked(String name) {
        assertThat(lockElsewhere(name)).isEmpty();
    }

    @Override
    protected void assertUnlocked(String name) {
        asked();
        Optional<SimpleLock> lock = lockElsewhere(name);
        assertThat(lock).isPresent();
        lock.get().unlock();
    }

    private Optional<SimpleLock> lockElsewhere(String name) {
        Duration atMost = Duration.ofMinutes(5);
        return new HoldfastLockProvider(otherManager)
                .lock(new LockConfiguration(ClockProvider.now(), name, atMost, Duration.ZERO));
    }

    @Override
    protected void sleepFor(Duration duration) {
        time.advance(duration);
    }

    private Instant now() {
        return running < 0 ? time.instant() : time.instant().plusNanos(System.nanoTime() - running);
    }

    /** Its jobs stay locked for some milliseconds after their end, so the clock has to run. */
    @Test
    @Override
    public void fuzzTestShouldPass() throws ExecutionException, InterruptedException {
        running = System.nanoTime();
        super.fuzzTestShouldPass();
    }

    /** The suite locks, sleeps and asks whether the lock is free: the second question. */
    @Override
    protected void doTestTimeout(Duration atMost) throws InterruptedException {
        turnAt(2, atMost.multipliedBy(2));
        super.doTestTimeout(atMost);
    }

    /** The suite locks, asks whether the lock is free, sleeps and asks again: the third question. */
    @Override
    protected void doTestShouldLockAtLeastFor(int more) throws InterruptedException {
        turnAt(3, LOCK_AT_LEAST_FOR.plusMillis(more));
        super.doTestShouldLockAtLeastFor(more);
    }

    private void turnAt(int question, Duration by) {
        turnAt = question;
        turnBy = by;
    }

    private void asked() {
        if (++questions == turnAt) {
            time.advance(turnBy);
        }
    }
}
