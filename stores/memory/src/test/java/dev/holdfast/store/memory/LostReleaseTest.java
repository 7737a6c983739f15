package dev.holdfast.store.memory;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.LockHandle;
import dev.holdfast.LockManager;
import dev.holdfast.LockRequest;
import dev.holdfast.ManagerOptions;
import dev.holdfast.OutcomeUnknownException;
import dev.holdfast.Owner;
import dev.holdfast.Receipt;
import dev.holdfast.spi.LockStore;
import dev.holdfast.spi.StoreManagers;
import dev.holdfast.testkit.Fault;
import dev.holdfast.testkit.FaultPlan;
import dev.holdfast.testkit.FaultyStore;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The answers of releases after the store's answer got lost. */
@Tag("safety")
@Timeout(120)
class LostReleaseTest {
    private final String address = "memory:" + UUID.randomUUID();
    private final LockManager others = StoreManagers.over(store(), ManagerOptions.DEFAULT);

    private LockStore store() {
        return new MemoryStoreProvider().open(address, InstantSource.system());
    }

    @AfterEach
    void close() {
        others.close();
    }

    private LockManager faulty(Fault... script) {
        return StoreManagers.over(FaultyStore.of(store(), FaultPlan.script(script)), ManagerOptions.DEFAULT);
    }

    private Receipt granted(String resource, String owner) throws Exception {
        return others.holds()
                .grant(LockRequest.of(resource).owner(Owner.of(owner)))
                .receipts()
                .get(0);
    }

    private List<String> holders(String resource) {
        return others.view(resource).holders().stream()
                .map(judged -> judged.hold().owner().id())
                .toList();
    }

    @ParameterizedTest
    @EnumSource(names = {"FAILS_AFTER", "APPLIES_LATE", "LOST"})
    void release_byReceipt_saysThatItReleased(Fault fault) throws Exception {
        Receipt receipt = granted("a", "ann");
        // On a guess at first, which conflicts.
        try (LockManager locks = faulty(Fault.NONE, fault)) {
            assertThat(locks.holds().release(List.of(receipt))).isTrue();
        }
        assertThat(holders("a")).isEmpty();
    }

    @ParameterizedTest
    @EnumSource(names = {"FAILS_AFTER", "APPLIES_LATE", "LOST"})
    void release_ofSeveral_saysThatItReleased(Fault fault) throws Exception {
        Receipt a = granted("a", "ann");
        Receipt b = granted("b", "ann");
        try (LockManager locks = faulty(Fault.NONE, fault)) {
            assertThat(locks.holds().release(List.of(a, b))).isTrue();
        }
        assertThat(holders("a")).isEmpty();
        assertThat(holders("b")).isEmpty();
    }

    @ParameterizedTest
    @EnumSource(names = {"FAILS_AFTER", "APPLIES_LATE", "LOST"})
    void release_byOwner_saysThatItReleased(Fault fault) throws Exception {
        granted("a", "ann");
        try (LockManager locks = faulty(Fault.NONE, fault)) {
            assertThat(locks.holds().release("a", "ann")).isTrue();
        }
        assertThat(holders("a")).isEmpty();
    }

    @ParameterizedTest
    @EnumSource(names = {"FAILS_AFTER", "APPLIES_LATE", "LOST"})
    void forceRelease_returnsWhatItReleased(Fault fault) throws Exception {
        granted("a", "ann");
        try (LockManager locks = faulty(Fault.NONE, fault)) {
            assertThat(locks.admin().forceRelease("a", "admin", "because"))
                    .extracting(hold -> hold.owner().id())
                    .containsExactly("ann");
        }
        assertThat(holders("a")).isEmpty();
    }

    @ParameterizedTest
    @EnumSource(names = {"FAILS_AFTER", "APPLIES_LATE", "LOST"})
    void releaseAllAndClear_countWhatTheyReleased(Fault fault) throws Exception {
        granted("a", "ann");
        try (LockManager locks = faulty(Fault.NONE, fault)) {
            assertThat(locks.admin().endOwner("ann")).isEqualTo(1);
        }
        granted("b", "bob");
        try (LockManager locks = faulty(fault)) {
            assertThat(locks.admin().clear("admin")).isEqualTo(1);
        }
        assertThat(others.list("")).isEmpty();
    }

    /** The waiter has the lock as soon as the first answer is lost: a second force release would end its hold. */
    @Test
    void forceRelease_applied_isNotRepeatedAgainstTheNextHolder() throws Exception {
        granted("a", "ann");
        FutureTask<LockHandle> waits = new FutureTask<>(
                () -> others.acquire(LockRequest.of("a").owner(Owner.of("bob")).timeout(Duration.ofSeconds(90))));
        Thread waiter = new Thread(waits);
        waiter.setDaemon(true);
        waiter.start();
        while (others.view("a").queue().isEmpty()) {
            Thread.sleep(1);
        }
        try (LockManager locks = faulty(Fault.NONE, Fault.FAILS_AFTER)) {
            assertThat(locks.admin().forceRelease("a", "admin", "because"))
                    .extracting(hold -> hold.owner().id())
                    .containsExactly("ann");
        }
        assertThat(waits.get(60, TimeUnit.SECONDS).isHeld()).isTrue();
        assertThat(holders("a")).containsExactly("bob");
    }

    @Test
    void release_endedByAnother_saysThatItReleasedNothing() throws Exception {
        Receipt receipt = granted("a", "ann");
        AtomicBoolean done = new AtomicBoolean();
        LockStore store = Hooked.store(store(), (method, arguments, call) -> {
            if (method.equals("apply") && others.view("a").holders().size() == 1 && isSecond(done)) {
                others.admin().forceRelease("a", "admin", "because");
                throw new OutcomeUnknownException("The answer got lost.", null);
            }
            return call.make();
        });
        try (LockManager locks = StoreManagers.over(store, ManagerOptions.DEFAULT)) {
            assertThat(locks.holds().release(List.of(receipt))).isFalse();
        }
    }

    /** The first call is a guess, which conflicts. */
    private static boolean isSecond(AtomicBoolean called) {
        return called.getAndSet(true);
    }
}
