package dev.holdfast.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.Acquisition;
import dev.holdfast.LockHandle;
import dev.holdfast.LockManager;
import dev.holdfast.LockRequest;
import dev.holdfast.LockView;
import dev.holdfast.Owner;
import dev.holdfast.Refusal;
import java.time.Duration;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** Acts on holds by others than their handles: owners as a whole, take-overs. */
interface AuthorityContract extends ManagerPart {

    private static Owner session(LockManager locks, String id) {
        return new Owner(id, id, "", locks.newOwner().processes());
    }

    @Test
    @DisplayName("P4, P7: release all for an owner; a request still on its way gets nothing")
    @Tag("safety")
    default void releaseAll_endsTheOwner() throws Exception {
        LockManager locks = manager();
        Owner session = session(locks, "session-1");
        locks.acquire(LockRequest.of("a").owner(session));
        locks.acquire(LockRequest.of("b").owner(session));
        locks.acquire("c");
        assertThat(locks.holds().listByOwner("session-1"))
                .extracting(LockView::resource)
                .containsExactly("a", "b");
        assertThat(locks.admin().endOwner("session-1")).isEqualTo(2);
        assertThat(locks.list("")).extracting(LockView::resource).containsExactly("c");
        Acquisition late = manager().tryAcquire(LockRequest.of("a").owner(session));
        assertThat(late.refusals().get(0).reason()).isEqualTo(Refusal.Reason.OWNER_ENDED);
        assertThat(locks.admin().endOwner("session-1")).isZero();
        assertThat(manager().tryAcquire("a").granted()).isTrue();
    }

    @Test
    default void release_byOwner_givesBackTheWholeHold() throws Exception {
        LockManager locks = manager();
        Owner session = session(locks, "session-1");
        locks.acquire(LockRequest.of("a").owner(session));
        locks.acquire(LockRequest.of("a").owner(session));
        assertThat(locks.holds().release("a", "session-2")).isFalse();
        assertThat(locks.holds().release("a", "session-1")).isTrue();
        assertThat(locks.view("a").free()).isTrue();
    }

    @Test
    @Execution(ExecutionMode.CONCURRENT)
    @Timeout(600)
    @DisplayName("B4: override: taken deliberately, and the loser is told by whom and why")
    default void takeover_isGrantedAndToldToTheLoser() throws Exception {
        LockManager one = manager();
        LockHandle loser = one.acquire("a");
        LockManager two = manager();
        LockHandle taken = two.acquire(
                LockRequest.of("a").owner(two.newOwner().named("Zoe")).takeover("left for the day"));
        assertThat(taken.fence()).isGreaterThan(loser.fence());
        pass(Duration.ofSeconds(5));
        ManagerPart.eventually("told of the loss", () -> loser.lost().isDone());
        assertThat(loser.lost().get().sentence())
                .isEqualTo("Your lock on a has ended: Zoe took it over (left for the day).");
        loser.close();
        assertThat(two.view("a").free()).isFalse();
    }
}
