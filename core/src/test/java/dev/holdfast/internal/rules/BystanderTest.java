package dev.holdfast.internal.rules;

import static dev.holdfast.internal.rules.Given.acquire;
import static dev.holdfast.internal.rules.Given.id;
import static dev.holdfast.internal.rules.Given.inLine;
import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.Lease;
import dev.holdfast.LockEvent;
import dev.holdfast.Mode;
import dev.holdfast.Owner;
import dev.holdfast.internal.rules.Given.Resource;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** What the command of one caller leaves to the others of the same resource. */
class BystanderTest {
    private final Resource resource = new Resource(Given.OFFLINE);

    @Test
    void release_ofAnOwner_keepsTheTicketsOfOthers() {
        resource.on(acquire(1, "ann"));
        resource.on(inLine(2, "bob", Mode.EXCLUSIVE));
        resource.on(inLine(3, "cid", Mode.EXCLUSIVE));
        resource.on(inLine(4, "dan", Mode.EXCLUSIVE));
        assertThat(resource.on(new Command.ReleaseOwner("cid"))).isInstanceOf(Outcome.Released.class);
        assertThat(resource.holders()).containsExactly("ann");
        assertThat(resource.queue()).containsExactly("bob", "dan");
        resource.on(new Command.ReleaseOwner("ann"));
        assertThat(resource.holders()).containsExactly("bob");
        assertThat(resource.queue()).containsExactly("dan");
    }

    @Test
    void entry_intoAnOwnHold_keepsTheTicketsOfOthers() {
        resource.on(acquire(1, "ann"));
        resource.on(inLine(2, "bob", Mode.EXCLUSIVE));
        assertThat(resource.on(acquire(3, "ann"))).isInstanceOf(Outcome.Granted.class);
        assertThat(resource.queue()).containsExactly("bob");
    }

    @Test
    void takeover_keepsTheTicketsOfOthers() {
        resource.on(acquire(1, "ann"));
        resource.on(inLine(2, "bob", Mode.EXCLUSIVE));
        resource.on(inLine(3, "cid", Mode.EXCLUSIVE));
        Claim claim = Given.claim(3, "cid", Mode.EXCLUSIVE, Given.OFFLINE.lease());
        resource.on(new Command.Acquire(claim, false, new Command.Takeover("cid", "urgent")));
        assertThat(resource.holders()).containsExactly("cid");
        assertThat(resource.queue()).containsExactly("bob");
    }

    @Test
    void release_thatFindsAnotherHoldOver_tellsOfBoth() {
        Lease brief = Lease.of(Duration.ofSeconds(10));
        resource.on(new Command.Acquire(Given.claim(1, "ann", Mode.SHARED, brief), false, null));
        resource.on(acquire(2, "bob", Mode.SHARED));
        resource.after(Duration.ofSeconds(10)).on(new Command.Release(id(2)));
        assertThat(resource.told()).containsExactly(LockEvent.EventKind.EXPIRED, LockEvent.EventKind.RELEASED);
        assertThat(resource.state().isFree()).isTrue();
    }

    @Test
    void ticket_isRenewedWhenAThirdOfItsLifeIsOver_andNotBefore() {
        Duration third = Queue.TICKET_LIFE.dividedBy(3);
        resource.on(acquire(1, "ann"));
        resource.on(inLine(2, "bob", Mode.EXCLUSIVE));
        resource.after(third.minusMillis(1)).on(inLine(2, "bob", Mode.EXCLUSIVE));
        assertThat(resource.state().queue().get(0).seen()).isEqualTo(Given.T0);
        resource.after(Duration.ofMillis(1)).on(inLine(2, "bob", Mode.EXCLUSIVE));
        assertThat(resource.state().queue().get(0).seen()).isEqualTo(Given.T0.plus(third));
        assertThat(resource.state().queue().get(0).since()).isEqualTo(Given.T0);
    }

    @Test
    void ticket_waitsForTheHoldersAndTheOneBeforeIt() {
        resource.on(acquire(1, "ann"));
        resource.on(inLine(2, "bob", Mode.EXCLUSIVE));
        resource.on(inLine(3, "cid", Mode.EXCLUSIVE));
        resource.on(inLine(4, "ann", Mode.SHARED));
        assertThat(resource.state().before(id(2)).queue()).isEmpty();
        assertThat(resource.state().before(id(2)).holds()).hasSize(1);
        assertThat(resource.state().before(id(3)).owners()).containsExactly("ann", "bob");
    }

    @Test
    @DisplayName("C1: one release hands a slot to one waiter, also where both could read together")
    void handOver_fillsASlotOnce() {
        resource.on(acquire(1, "ann"));
        for (int number = 2; number <= 4; number++) {
            String slot = number == 4 ? "scene/8" : "scene/9";
            Claim claim = new Claim(id(number), Owner.of("tab-" + number), Mode.SHARED, Lease.NONE, "", slot);
            resource.on(new Command.Acquire(claim, true, null));
        }
        resource.on(new Command.Release(id(1)));
        assertThat(resource.holders()).containsExactly("tab-2", "tab-4");
        assertThat(resource.queue()).isEmpty();
    }

    @Test
    void holdOfAWaiter_isThatOfItsOwner() {
        resource.on(acquire(1, "ann", Mode.SHARED));
        resource.on(acquire(2, "bob", Mode.SHARED));
        resource.on(inLine(3, "cid", Mode.EXCLUSIVE));
        LockState waiting = resource.state();
        LockState both = waiting.withQueue(List.of(
                waiting.queue().get(0),
                Ticket.drawn(Given.claim(4, "bob", Mode.EXCLUSIVE, Lease.NONE), 0)
                        .stamped(Given.T0)));
        assertThat(both.holdOfWaiter(id(4))).isEqualTo(both.holds().get(1));
        assertThat(both.holdOfWaiter(id(3))).isNull();
        assertThat(both.holdOfWaiter(id(9))).isNull();
    }
}
