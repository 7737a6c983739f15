package dev.holdfast.juc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.LockManager;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.Lock;
import org.junit.jupiter.api.Test;

/** The sample of {@code docs/jobs.md}. */
class BillingTest {
    private final List<String> billed = new ArrayList<>();

    @Test
    void job_runsUnderItsLock() {
        try (LockManager locks = LockManager.open("memory:")) {
            Lock lock = HoldfastLocks.of(locks).lock("nightly-billing");
            lock.lock();
            try {
                bill(locks);
            } finally {
                lock.unlock();
            }
            assertThat(billed).containsExactly("locked: true");
            assertThat(locks.view("nightly-billing").free()).isTrue();
        }
    }

    private void bill(LockManager locks) {
        billed.add("locked: " + !locks.view("nightly-billing").free());
    }
}
