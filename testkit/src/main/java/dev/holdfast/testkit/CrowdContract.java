package dev.holdfast.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.Acquisition;
import dev.holdfast.LockHandle;
import dev.holdfast.LockManager;
import dev.holdfast.LockRequest;
import dev.holdfast.Mode;
import dev.holdfast.Owner;
import dev.holdfast.Policies;
import dev.holdfast.Preset;
import dev.holdfast.internal.process.ProcessTable;
import java.time.Duration;
import java.util.List;
import java.util.function.IntFunction;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Many threads of one manager on one resource. Their commands are folded into few changes, and each is decided as if it had come
 * alone: on evidence that belongs to the records of the change, and in some serial order.
 */
interface CrowdContract extends FakeTimePart {
    int THREADS = 6;
    int TRIES = 12;

    /** Returns one of several owners of a user, bound to this process. */
    private static Owner tab(String user, int number) {
        return new Owner(
                "tab-" + number, user, user, List.of(ProcessTable.system().self()));
    }

    /** Tries to acquire with all threads at the same time, and returns the number of grants. */
    private static int grants(LockManager locks, String resource, IntFunction<Owner> owner) throws Exception {
        return Race.run(THREADS, thread -> () -> {
                    int granted = 0;
                    for (int i = 0; i < TRIES; i++) {
                        LockRequest request = LockRequest.of(resource).owner(owner.apply(thread));
                        granted += locks.tryAcquire(request).granted() ? 1 : 0;
                    }
                    return granted;
                })
                .stream()
                .mapToInt(Integer::intValue)
                .sum();
    }

    @Test
    @Timeout(600)
    @Tag("safety")
    @DisplayName("P18: what many threads do to one resource equals a serial order of it")
    default void crowd_onOneResource_isServedInSomeSerialOrder() throws Exception {
        LockManager locks = managerWithoutOwner();
        CrowdLog log = new CrowdLog();
        Race.run(THREADS, thread -> () -> {
            Mode mode = thread < 2 ? Mode.SHARED : Mode.EXCLUSIVE;
            for (int i = 0; i < TRIES; i++) {
                long begun = CrowdLog.now();
                Acquisition acquired = locks.tryAcquire(LockRequest.of("a").mode(mode));
                if (acquired.granted()) {
                    LockHandle handle = acquired.orThrow();
                    CrowdLog.Grant grant = log.granted(mode, handle.fence(), begun);
                    grant.releasing();
                    handle.close();
                    grant.released();
                } else {
                    log.refused(mode, begun);
                }
            }
            return null;
        });
        assertThat(log.violations()).isEmpty();
        assertThat(log.grants()).isPositive();
        assertThat(locks.view("a").free()).isTrue();
    }

    @Test
    @Timeout(600)
    @Tag("safety")
    @DisplayName("P18: an owner that was ended gets nothing, however many of its threads try")
    default void crowd_ofAnEndedOwner_getsNothing() throws Exception {
        LockManager locks = manager();
        locks.admin().endOwner("session-1");
        Owner ended = Owner.of("session-1").bound(List.of(ProcessTable.system().self()));
        assertThat(grants(locks, "a", thread -> ended)).isZero();
        assertThat(locks.view("a").free()).isTrue();
    }

    @Test
    @Timeout(600)
    @Tag("safety")
    @DisplayName("C1: a user gets no second lock in a scene, however many tabs try")
    default void crowd_ofOneUser_getsNoSecondLockInAScope() throws Exception {
        LockManager locks = manager(Policies.of(Preset.COMPOSE));
        LockRequest first = LockRequest.of("scene/9/character/4").owner(tab("mia", THREADS));
        try (LockHandle held = locks.acquire(first)) {
            time().advance(Duration.ofSeconds(6));
            assertThat(grants(locks, "scene/9/character/5", thread -> tab("mia", thread)))
                    .isZero();
            assertThat(held.isHeld()).isTrue();
        }
    }

    @Test
    @Timeout(600)
    @Tag("safety")
    @DisplayName("C4: a user acts once in 5 s, however many tabs try")
    default void crowd_ofOneUser_doesNotPassTheCooldown() throws Exception {
        LockManager locks = manager(Policies.of(Preset.COMPOSE));
        locks.acquire(LockRequest.of("scene/1/character/1").owner(tab("mia", THREADS)))
                .close();
        assertThat(grants(locks, "scene/2/character/1", thread -> tab("mia", thread)))
                .isZero();
    }

    @Test
    @Timeout(600)
    @Tag("safety")
    @DisplayName("P18: nothing is taken from a living process, however many threads try past its clean-up age")
    default void crowd_pastTheCleanUpAge_takesNothingFromALivingProcess() throws Exception {
        LockManager locks = manager(Policies.of(Preset.BOOK));
        locks.acquire(LockRequest.of("Chapter_01").owner(locks.newOwner()))
                .detachTo(List.of(ProcessTable.system().self()));
        time().advance(Duration.ofHours(2));
        assertThat(grants(locks, "Chapter_01", thread -> locks.newOwner())).isZero();
        assertThat(locks.view("Chapter_01").holders()).hasSize(1);
    }
}
