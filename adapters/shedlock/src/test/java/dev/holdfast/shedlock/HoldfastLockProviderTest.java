package dev.holdfast.shedlock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdfast.LockManager;
import dev.holdfast.LockView;
import dev.holdfast.ManagerOptions;
import dev.holdfast.Owner;
import dev.holdfast.testkit.FakeTime;
import dev.holdfast.testkit.LogLines;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import net.javacrumbs.shedlock.core.ClockProvider;
import net.javacrumbs.shedlock.core.DefaultLockingTaskExecutor;
import net.javacrumbs.shedlock.core.LockConfiguration;
import net.javacrumbs.shedlock.core.LockExtender;
import net.javacrumbs.shedlock.core.LockProvider;
import net.javacrumbs.shedlock.core.SimpleLock;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The provider as ShedLock calls it, on two nodes over one store whose clock the test turns. */
class HoldfastLockProviderTest {
    private static final String JOB = "nightly-billing";
    private static final Duration LONG = Duration.ofMinutes(5);

    private final FakeTime time = FakeTime.create();
    private final String address = "memory:" + UUID.randomUUID();
    private LockManager manager;
    private LockManager otherManager;
    private HoldfastLockProvider node;
    private HoldfastLockProvider otherNode;

    @BeforeEach
    void open() {
        manager = LockManager.open(address, options());
        otherManager = LockManager.open(address, options());
        node = new HoldfastLockProvider(manager);
        otherNode = new HoldfastLockProvider(otherManager);
    }

    @AfterEach
    void close() {
        manager.close();
        otherManager.close();
    }

    private ManagerOptions options() {
        return ManagerOptions.DEFAULT.clocks(time, () -> time.instant().toEpochMilli() * 1_000_000);
    }

    private static LockConfiguration configured(Duration atMost, Duration atLeast) {
        return new LockConfiguration(ClockProvider.now(), JOB, atMost, atLeast);
    }

    private static Optional<SimpleLock> lock(HoldfastLockProvider provider, Duration atMost, Duration atLeast) {
        return provider.lock(configured(atMost, atLeast));
    }

    private boolean isLocked() {
        Optional<SimpleLock> other = lock(otherNode, LONG, Duration.ZERO);
        other.ifPresent(SimpleLock::unlock);
        return other.isEmpty();
    }

    @Test
    void lock_excludesThreadsAndNodes_untilItIsUnlocked() {
        for (int i = 0; i < 10; i++) {
            SimpleLock lock = lock(node, LONG, Duration.ZERO).orElseThrow();
            assertThat(lock(node, LONG, Duration.ZERO)).isEmpty();
            assertThat(lock(otherNode, LONG, Duration.ZERO)).isEmpty();
            lock.unlock();
            assertThat(isLocked()).isFalse();
        }
        assertThat(manager.list("")).allMatch(LockView::free);
    }

    @Test
    void nodes_whoseManagersHaveTheSameOwner_excludeEachOther() {
        ManagerOptions same = options().owner(Owner.of("billing"));
        try (LockManager one = LockManager.open(address, same);
                LockManager two = LockManager.open(address, same)) {
            assertThat(lock(new HoldfastLockProvider(one), LONG, Duration.ZERO)).isPresent();
            assertThat(lock(new HoldfastLockProvider(two), LONG, Duration.ZERO)).isEmpty();
        }
    }

    @Test
    void jobsOfDifferentNames_areIndependent() {
        assertThat(lock(node, LONG, Duration.ZERO)).isPresent();
        assertThat(otherNode.lock(new LockConfiguration(ClockProvider.now(), "other", LONG, Duration.ZERO)))
                .isPresent();
    }

    @Test
    void lockAtMostFor_endsIt_andTheLateUnlockIsLogged() {
        SimpleLock lock = lock(node, Duration.ofMinutes(1), Duration.ZERO).orElseThrow();
        time.advance(Duration.ofSeconds(59));
        assertThat(isLocked()).isTrue();
        time.advance(Duration.ofSeconds(1));
        SimpleLock next = lock(otherNode, LONG, Duration.ZERO).orElseThrow();
        try (LogLines log = LogLines.open()) {
            lock.unlock();
            assertThat(log.about("not held any more when its job ended")).hasSize(1);
        }
        assertThat(lock(node, LONG, Duration.ZERO)).isEmpty();
        next.unlock();
    }

    @Test
    void lockAtLeastFor_keepsItAfterTheJob_alsoIfTheNodeEnds() {
        lock(node, LONG, Duration.ofMinutes(2)).orElseThrow().unlock();
        manager.close();
        time.advance(Duration.ofSeconds(119));
        assertThat(isLocked()).isTrue();
        time.advance(Duration.ofSeconds(1));
        assertThat(isLocked()).isFalse();
    }

    @Test
    void lockAtLeastFor_thatIsOver_doesNotDelayTheUnlock() {
        SimpleLock lock = lock(node, LONG, Duration.ofMinutes(2)).orElseThrow();
        time.advance(Duration.ofMinutes(3));
        assertThat(isLocked()).isTrue();
        lock.unlock();
        assertThat(isLocked()).isFalse();
    }

    @Test
    void extend_prolongsIt_fromNow() {
        SimpleLock lock = lock(node, Duration.ofMinutes(1), Duration.ZERO).orElseThrow();
        time.advance(Duration.ofSeconds(50));
        SimpleLock extended = lock.extend(Duration.ofMinutes(10), Duration.ZERO).orElseThrow();
        time.advance(Duration.ofSeconds(599));
        assertThat(isLocked()).isTrue();
        extended.unlock();
        assertThat(isLocked()).isFalse();
        assertThat(manager.list("")).allMatch(LockView::free);
    }

    @Test
    void extend_alsoSetsANewLockAtLeastFor() {
        SimpleLock lock = lock(node, LONG, Duration.ofMinutes(1)).orElseThrow();
        lock.extend(LONG, Duration.ofMinutes(4)).orElseThrow().unlock();
        time.advance(Duration.ofSeconds(239));
        assertThat(isLocked()).isTrue();
        time.advance(Duration.ofSeconds(1));
        assertThat(isLocked()).isFalse();
    }

    @Test
    void extend_canBeRepeated_onEachNewLock() {
        SimpleLock lock = lock(node, Duration.ofMinutes(1), Duration.ZERO).orElseThrow();
        for (int i = 0; i < 5; i++) {
            time.advance(Duration.ofSeconds(55));
            lock = lock.extend(Duration.ofMinutes(1), Duration.ofSeconds(i)).orElseThrow();
            assertThat(isLocked()).isTrue();
        }
        lock.unlock();
    }

    @Test
    void extend_ofALockThatIsOver_isRefused_andTakesNothing() {
        SimpleLock lock = lock(node, Duration.ofMinutes(1), Duration.ZERO).orElseThrow();
        SimpleLock second = lock(node, Duration.ofMinutes(1), Duration.ZERO).orElse(lock);
        time.advance(Duration.ofMinutes(1));
        assertThat(second.extend(LONG, Duration.ZERO)).isEmpty();
        assertThat(isLocked()).isFalse();
        SimpleLock late = lock(node, Duration.ofMinutes(1), Duration.ZERO).orElseThrow();
        time.advance(Duration.ofMinutes(1));
        assertThat(lock(otherNode, LONG, Duration.ZERO)).isPresent();
        assertThat(late.extend(LONG, Duration.ZERO)).isEmpty();
        assertThat(lock(node, LONG, Duration.ZERO)).isEmpty();
    }

    @Test
    void lockThatWasUnlockedOrExtended_cannotBeUsedAgain() {
        SimpleLock unlocked = lock(node, LONG, Duration.ZERO).orElseThrow();
        unlocked.unlock();
        assertThatThrownBy(() -> unlocked.extend(LONG, Duration.ZERO)).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(unlocked::unlock).isInstanceOf(IllegalStateException.class);
        SimpleLock extended = lock(node, LONG, Duration.ZERO).orElseThrow();
        assertThat(extended.extend(LONG, Duration.ofMinutes(1))).isPresent();
        assertThatThrownBy(() -> extended.extend(LONG, Duration.ZERO)).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(extended::unlock).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void shortestTimes_areLocksToo() {
        assertThat(lock(node, Duration.ZERO, Duration.ZERO)).isPresent();
        time.advance(Duration.ofMillis(1));
        assertThat(lock(node, Duration.ofMillis(1), Duration.ofMillis(1))).isPresent();
        time.advance(Duration.ofMillis(1));
        assertThat(isLocked()).isFalse();
    }

    /** The preset of this store ends a hold after two hours: another node could run the job while it still runs here. */
    @Test
    void lockAtMostFor_longerThanThePolicyAllows_isRefusedWithASentence() {
        assertThatThrownBy(() -> lock(node, Duration.ofHours(3), Duration.ZERO))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("lockAtMostFor of nightly-billing is 180 minutes, but its policy ends every hold after 120"
                        + " minutes. Choose a shorter time, or a policy for nightly-billing with a longer limit.");
        assertThat(isLocked()).isFalse();
    }

    @Test
    void interruptedThread_keepsTheInterrupt_andDoesNotStayLocked() {
        Thread.currentThread().interrupt();
        Optional<SimpleLock> lock = lock(node, LONG, Duration.ofMillis(1));
        assertThat(Thread.interrupted()).isTrue();
        lock.ifPresent(SimpleLock::unlock);
        time.advance(Duration.ofMillis(1));
        assertThat(isLocked()).isFalse();
    }

    @Test
    void counter_thatJobsOfTwoNodesIncrement_missesNothing() throws Exception {
        int[] counter = {0};
        ExecutorService threads = Executors.newFixedThreadPool(4);
        List<Future<?>> all = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            HoldfastLockProvider mine = i % 2 == 0 ? node : otherNode;
            Duration extension = i < 2 ? LONG : Duration.ZERO;
            all.add(threads.submit(() -> {
                for (int n = 0; n < 50; ) {
                    Optional<SimpleLock> lock = lock(mine, LONG, Duration.ZERO);
                    if (lock.isPresent()) {
                        int before = counter[0];
                        SimpleLock last = extension.isZero()
                                ? lock.get()
                                : lock.get().extend(extension, Duration.ZERO).orElseThrow();
                        counter[0] = before + 1;
                        last.unlock();
                        n++;
                    } else {
                        Thread.onSpinWait();
                    }
                }
            }));
        }
        for (Future<?> one : all) {
            one.get();
        }
        threads.shutdown();
        assertThat(counter[0]).isEqualTo(200);
    }

    @Test
    void executorOfShedLock_runsAJob_andExtendsItsLock() {
        LockManager locks = manager;
        LockProvider provider = new HoldfastLockProvider(locks);
        DefaultLockingTaskExecutor executor = new DefaultLockingTaskExecutor(provider);
        List<String> ran = new ArrayList<>();
        executor.executeWithLock(
                (Runnable) () -> {
                    LockExtender.extendActiveLock(Duration.ofMinutes(20), Duration.ZERO);
                    time.advance(Duration.ofMinutes(19));
                    ran.add("locked: " + isLocked());
                },
                configured(LONG, Duration.ZERO));
        assertThat(ran).containsExactly("locked: true");
        assertThat(isLocked()).isFalse();
    }
}
