package dev.holdfast.internal.rules;

import static dev.holdfast.internal.rules.Given.acquire;
import static dev.holdfast.internal.rules.Given.id;
import static dev.holdfast.internal.rules.Given.inLine;
import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.Hold;
import dev.holdfast.Lease;
import dev.holdfast.LockEvent;
import dev.holdfast.Mode;
import dev.holdfast.Refusal;
import dev.holdfast.internal.base.Moments;
import dev.holdfast.internal.rules.Given.Resource;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class QueueRulesTest {
    private final Resource resource = new Resource(Given.OFFLINE);

    @Test
    void waiters_getTheirPlaceAndAreServedInOrder() {
        resource.on(acquire(1, "ann"));
        assertThat(resource.on(inLine(2, "bob", Mode.EXCLUSIVE)))
                .isInstanceOfSatisfying(
                        Outcome.Queued.class,
                        queued -> assertThat(queued.place()).isOne());
        assertThat(resource.on(inLine(3, "cid", Mode.EXCLUSIVE)))
                .isInstanceOfSatisfying(
                        Outcome.Queued.class,
                        queued -> assertThat(queued.place()).isEqualTo(2));
        resource.on(new Command.Release(id(1)));
        assertThat(resource.holders()).containsExactly("bob");
        assertThat(resource.told()).containsExactly(LockEvent.EventKind.RELEASED, LockEvent.EventKind.HANDED_OVER);
        assertThat(resource.on(inLine(2, "bob", Mode.EXCLUSIVE))).isInstanceOf(Outcome.Granted.class);
        assertThat(resource.queue()).containsExactly("cid");
    }

    @Test
    void writer_inLine_isNotStarvedByReaders() {
        resource.on(acquire(1, "ann", Mode.SHARED));
        resource.on(inLine(2, "bob", Mode.EXCLUSIVE));
        assertThat(resource.on(acquire(3, "cid", Mode.SHARED)))
                .isInstanceOfSatisfying(
                        Outcome.Refused.class,
                        refused -> assertThat(refused.reason()).isEqualTo(Refusal.Reason.QUEUE));
        assertThat(resource.on(inLine(4, "dan", Mode.SHARED)))
                .isInstanceOfSatisfying(
                        Outcome.Queued.class,
                        queued -> assertThat(queued.place()).isEqualTo(2));
    }

    @Test
    void readers_inLine_areServedTogether() {
        resource.on(acquire(1, "ann"));
        resource.on(inLine(2, "bob", Mode.SHARED));
        resource.on(inLine(3, "cid", Mode.SHARED));
        resource.on(inLine(4, "dan", Mode.EXCLUSIVE));
        resource.on(inLine(5, "eve", Mode.SHARED));
        resource.on(new Command.Release(id(1)));
        assertThat(resource.holders()).containsExactly("bob", "cid");
        assertThat(resource.queue()).containsExactly("dan", "eve");
    }

    @Test
    @DisplayName("A hand-over that is not taken up in time passes to the next")
    void handOver_notTakenUp_passesOn() {
        resource.on(acquire(1, "ann"));
        resource.on(inLine(2, "bob", Mode.EXCLUSIVE));
        resource.on(inLine(3, "cid", Mode.EXCLUSIVE));
        resource.on(new Command.Release(id(1)));
        resource.after(Hold.TAKE_UP.minusMillis(1)).on(new Command.Tidy());
        assertThat(resource.holders()).containsExactly("bob");
        resource.after(Duration.ofMillis(1)).on(new Command.Tidy());
        assertThat(resource.holders()).containsExactly("cid");
        assertThat(resource.told()).containsExactly(LockEvent.EventKind.EXPIRED, LockEvent.EventKind.HANDED_OVER);
    }

    @Test
    @DisplayName("A refusal names no hold that the next change would hand over")
    void refusal_whenAHandOverIsDue_namesNoHolder() {
        resource.on(acquire(1, "ann"));
        resource.on(inLine(2, "bob", Mode.EXCLUSIVE));
        resource.on(inLine(3, "cid", Mode.EXCLUSIVE));
        resource.on(new Command.Release(id(1)));
        Outcome outcome = resource.after(Hold.TAKE_UP).on(acquire(4, "dan"));
        assertThat(outcome).isInstanceOfSatisfying(Outcome.Refused.class, refused -> {
            assertThat(refused.reason()).isEqualTo(Refusal.Reason.QUEUE);
            assertThat(refused.holders()).isEmpty();
        });
    }

    @Test
    void handOver_takenUp_lastsAsLongAsItsLease() {
        resource.on(acquire(1, "ann"));
        resource.on(inLine(2, "bob", Mode.EXCLUSIVE));
        resource.on(new Command.Release(id(1)));
        resource.on(inLine(2, "bob", Mode.EXCLUSIVE));
        resource.after(Duration.ofMinutes(4)).on(new Command.Tidy());
        assertThat(resource.holders()).containsExactly("bob");
    }

    @Test
    void waiter_withoutASignOfLife_isSkipped() {
        resource.on(acquire(1, "ann"));
        resource.on(inLine(2, "bob", Mode.EXCLUSIVE));
        resource.after(Duration.ofSeconds(10)).on(inLine(3, "cid", Mode.EXCLUSIVE));
        resource.after(Duration.ofSeconds(5)).on(new Command.Release(id(1)));
        assertThat(resource.holders()).containsExactly("cid");
    }

    @Test
    void waiter_thatLooksAgain_keepsItsPlace() {
        resource.on(acquire(1, "ann"));
        resource.on(inLine(2, "bob", Mode.EXCLUSIVE));
        for (int i = 0; i < 10; i++) {
            assertThat(resource.after(Duration.ofSeconds(5)).on(inLine(2, "bob", Mode.EXCLUSIVE)))
                    .isInstanceOf(Outcome.Queued.class);
        }
        assertThat(resource.queue()).containsExactly("bob");
    }

    @Test
    void waiter_thatLooksTooOften_writesNothing() {
        resource.on(acquire(1, "ann"));
        resource.on(inLine(2, "bob", Mode.EXCLUSIVE));
        LockState before = resource.state();
        resource.after(Duration.ofSeconds(1)).on(inLine(2, "bob", Mode.EXCLUSIVE));
        assertThat(resource.state()).isEqualTo(before);
    }

    @Test
    void waiter_provenDead_isSkippedAtOnce() {
        resource.on(acquire(1, "ann"));
        resource.on(inLine(2, "bob", Mode.EXCLUSIVE));
        resource.on(inLine(3, "cid", Mode.EXCLUSIVE));
        resource.knowing(Evidence.gone(id(2))).on(new Command.Release(id(1)));
        assertThat(resource.holders()).containsExactly("cid");
    }

    @Test
    void waiter_thatLeaves_makesRoom() {
        resource.on(acquire(1, "ann", Mode.SHARED));
        resource.on(inLine(2, "bob", Mode.EXCLUSIVE));
        resource.on(inLine(3, "cid", Mode.SHARED));
        resource.on(new Command.Release(id(2)));
        assertThat(resource.holders()).containsExactly("ann", "cid");
    }

    @Test
    void line_isFullAt64() {
        resource.on(acquire(1, "ann"));
        for (int i = 0; i < Queue.MAX_TICKETS; i++) {
            assertThat(resource.on(inLine(100 + i, "waiter" + i, Mode.EXCLUSIVE)))
                    .isInstanceOf(Outcome.Queued.class);
        }
        assertThat(resource.on(inLine(999, "late", Mode.EXCLUSIVE)))
                .isInstanceOfSatisfying(
                        Outcome.Refused.class,
                        refused -> assertThat(refused.reason()).isEqualTo(Refusal.Reason.QUEUE_FULL));
    }

    @Test
    void secondWaiter_ofTheSameOwner_entersItsHold() {
        resource.on(acquire(1, "ann"));
        resource.on(inLine(2, "bob", Mode.EXCLUSIVE));
        resource.on(inLine(3, "bob", Mode.EXCLUSIVE));
        resource.on(new Command.Release(id(1)));
        assertThat(resource.queue()).containsExactly("bob");
        resource.on(inLine(2, "bob", Mode.EXCLUSIVE));
        assertThat(resource.on(inLine(3, "bob", Mode.EXCLUSIVE))).isInstanceOf(Outcome.Granted.class);
        assertThat(resource.state().holds())
                .singleElement()
                .satisfies(hold -> assertThat(hold.entries()).containsExactly(id(2), id(3)));
    }

    /** The first holder, and a waiter whose user has operated at that moment. */
    private static Resource coolingDown(Instant operated) {
        Resource busy = new Resource(
                Given.OFFLINE.toBuilder().cooldown(Duration.ofSeconds(5)).build());
        busy.on(acquire(1, "ann"));
        busy.on(inLine(2, "bob", Mode.EXCLUSIVE));
        Standing standing = new Standing(false, null, operated);
        return busy.knowing(new Evidence(Set.of(), Set.of(), Set.of(), Map.of(id(2), standing, id(3), standing)));
    }

    @Test
    @DisplayName("C4: waiting in the queue is one operation, however often the waiter asks")
    void waiter_isNotPacedAgain() {
        Resource busy = coolingDown(Given.T0.minusNanos(1));
        assertThat(busy.on(inLine(2, "bob", Mode.EXCLUSIVE))).isInstanceOf(Outcome.Queued.class);
        assertThat(busy.on(inLine(3, "cid", Mode.EXCLUSIVE))).isInstanceOf(Outcome.Refused.class);
        busy.on(new Command.Release(id(1)));
        assertThat(busy.holders()).containsExactly("bob");
    }

    @Test
    @DisplayName("C4: what a user does elsewhere after it joined the queue counts, also with the same stamp")
    void waiter_whoseUserOperatedSince_isPaced() {
        for (Instant operated : List.of(Given.T0, Given.T0.plusNanos(1))) {
            Resource busy = coolingDown(operated).after(Duration.ofSeconds(5).minusNanos(1));
            assertThat(busy.on(inLine(2, "bob", Mode.EXCLUSIVE)))
                    .isInstanceOfSatisfying(Outcome.Refused.class, refused -> {
                        assertThat(refused.reason()).isEqualTo(Refusal.Reason.TOO_SOON);
                        assertThat(refused.retryAt()).isEqualTo(operated.plusSeconds(5));
                    });
            busy.on(new Command.Release(id(1)));
            assertThat(busy.holders()).as("the hand-over skips it").isEmpty();
        }
    }

    @Test
    @DisplayName("C4: when the time between operations is over, a waiter gets its turn")
    void waiter_afterThePace_isHandedTheResource() {
        Resource busy = coolingDown(Given.T0).after(Duration.ofSeconds(5));
        assertThat(busy.on(inLine(2, "bob", Mode.EXCLUSIVE))).isInstanceOf(Outcome.Queued.class);
        busy.on(new Command.Release(id(1)));
        assertThat(busy.holders()).containsExactly("bob");
    }

    @Test
    void ticket_atTheEndOfTime_isNoFailure() {
        Ticket last = Ticket.drawn(Given.claim(1, "ann", Mode.EXCLUSIVE, Lease.NONE), 0)
                .stamped(Instant.MAX);
        assertThat(last.until()).isEqualTo(Moments.LAST);
        assertThat(last.fading(Given.T0)).isFalse();
    }

    @Test
    @DisplayName("compose: no waiting, ever")
    void compose_refusesToQueue() {
        Resource compose = new Resource(Given.COMPOSE);
        compose.on(acquire(1, "ann"));
        assertThat(compose.on(inLine(2, "bob", Mode.EXCLUSIVE))).isInstanceOf(Outcome.Refused.class);
        assertThat(compose.queue()).isEmpty();
    }
}
