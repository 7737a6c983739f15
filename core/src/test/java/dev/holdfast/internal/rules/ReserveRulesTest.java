package dev.holdfast.internal.rules;

import static dev.holdfast.internal.rules.Given.id;
import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.Mode;
import dev.holdfast.Refusal;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** A reservation keeps the resource for its request, hands it to none, and is over after seconds. */
class ReserveRulesTest {
    private final Given.Resource resource = new Given.Resource(Given.OFFLINE);

    private Outcome reserve(int number, Instant asked) {
        return resource.on(
                new Command.Reserve(Given.claim(number, "o" + number, Mode.EXCLUSIVE, Given.OFFLINE.lease()), asked));
    }

    private Outcome acquire(int number) {
        return resource.on(Given.acquire(number, "o" + number));
    }

    @Test
    void reservation_ofAFreeResource_isNoHold() {
        assertThat(reserve(1, Given.T0)).isInstanceOf(Outcome.Queued.class);
        assertThat(resource.state().holds()).isEmpty();
        assertThat(acquire(2))
                .isInstanceOfSatisfying(
                        Outcome.Refused.class,
                        refused -> assertThat(refused.reason()).isEqualTo(Refusal.Reason.QUEUE));
        assertThat(acquire(1)).isInstanceOf(Outcome.Granted.class);
        assertThat(resource.queue()).isEmpty();
    }

    @Test
    void release_handsNothingToAReservation_norPastIt() {
        acquire(1);
        reserve(2, Given.T0);
        resource.on(Given.inLine(3, "o3", Mode.EXCLUSIVE));
        resource.on(new Command.Release(id(1)));
        assertThat(resource.holders()).isEmpty();
        assertThat(resource.queue()).containsExactly("o2", "o3");
        acquire(2);
        assertThat(resource.holders()).containsExactly("o2");
        assertThat(resource.queue()).containsExactly("o3");
        resource.on(new Command.Release(id(2)));
        assertThat(resource.holders()).containsExactly("o3");
    }

    @Test
    void waitersBeforeIt_areServedFirst() {
        acquire(1);
        resource.on(Given.inLine(3, "o3", Mode.EXCLUSIVE));
        reserve(2, Given.T0);
        resource.on(new Command.Release(id(1)));
        assertThat(resource.holders()).containsExactly("o3");
        assertThat(acquire(2)).isInstanceOf(Outcome.Refused.class);
    }

    @Test
    void reservation_isOverAfterItsLife_andIsNotProlonged() {
        acquire(1);
        reserve(2, Given.T0);
        resource.on(Given.inLine(3, "o3", Mode.EXCLUSIVE));
        resource.after(Queue.RESERVATION_LIFE.minusMillis(1));
        reserve(2, Given.T0);
        resource.on(new Command.Release(id(1)));
        assertThat(resource.holders()).isEmpty();
        resource.after(Duration.ofMillis(1)).on(new Command.Tidy());
        assertThat(resource.holders()).containsExactly("o3");
    }

    @Test
    void olderRequests_goFirst() {
        acquire(1);
        reserve(4, Given.T0.plusSeconds(2));
        resource.on(Given.inLine(5, "o5", Mode.EXCLUSIVE));
        reserve(3, Given.T0.plusSeconds(2));
        reserve(2, Given.T0.plusSeconds(1));
        reserve(6, Given.T0.plusSeconds(3));
        assertThat(resource.queue()).containsExactly("o2", "o3", "o4", "o5", "o6");
    }

    @Test
    void endedOwner_reservesNothing() {
        Standing ended = new Standing(true, null, null);
        resource.knowing(new Evidence(Set.of(), Set.of(), Set.of(), Map.of(id(2), ended)));
        assertThat(reserve(2, Given.T0)).isInstanceOf(Outcome.Refused.class);
        assertThat(resource.queue()).isEmpty();
    }

    @Test
    void fullQueue_takesNoReservation() {
        acquire(1);
        for (int i = 0; i < Queue.MAX_TICKETS; i++) {
            resource.on(Given.inLine(10 + i, "o" + (10 + i), Mode.EXCLUSIVE));
        }
        assertThat(reserve(2, Given.T0))
                .isInstanceOfSatisfying(
                        Outcome.Refused.class,
                        refused -> assertThat(refused.reason()).isEqualTo(Refusal.Reason.QUEUE_FULL));
    }

    /** The turn of the manager that had it before is over with that. */
    @Test
    void grant_endsTheTurn() {
        acquire(1);
        reserve(2, Given.T0);
        Claim next = Given.claim(3, "o3", Mode.EXCLUSIVE, Given.OFFLINE.lease());
        resource.on(new Command.Release(id(1)).to(new Relay(next, 0)));
        assertThat(resource.state().turn())
                .as("past the reservation, for a moment")
                .isNotNull();
        resource.on(new Command.Release(id(3)));
        acquire(2);
        assertThat(resource.state().turn()).isNull();
    }
}
