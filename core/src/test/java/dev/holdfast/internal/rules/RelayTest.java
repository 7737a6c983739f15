package dev.holdfast.internal.rules;

import static dev.holdfast.internal.rules.Given.id;
import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.Hold;
import dev.holdfast.HoldId;
import dev.holdfast.LockEvent;
import dev.holdfast.Mode;
import dev.holdfast.Owner;
import dev.holdfast.Policy.Turns;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A release hands the resource to the next waiter of its own manager, for as long as that is its manager's turn. */
class RelayTest {
    private static final HoldId HOLDER = id(1);

    private Given.Resource resource = new Given.Resource(Given.OFFLINE);

    private static Claim claim(int number) {
        return Given.claim(number, "o" + number, Mode.EXCLUSIVE, Given.OFFLINE.lease());
    }

    private static Relay relay(int next, int behind) {
        return new Relay(claim(next), behind);
    }

    private void held() {
        resource.on(Given.acquire(1, "o1"));
    }

    private void queued(int number) {
        resource.on(new Command.Acquire(claim(number), true, null));
    }

    private @Nullable Hold release(HoldId hold, Relay relay) {
        return ((Outcome.Released) resource.on(new Command.Release(hold).to(relay))).heir();
    }

    private List<HoldId> queue() {
        return resource.state().queue().stream()
                .map(ticket -> ticket.claim().id())
                .toList();
    }

    private Hold holder() {
        assertThat(resource.state().holds()).hasSize(1);
        return resource.state().holds().get(0);
    }

    @Test
    void next_getsTheResourceInTheSameChange() {
        held();
        long fence = holder().fence();

        Hold heir = release(HOLDER, relay(2, 0));

        assertThat(heir).isEqualTo(holder());
        assertThat(holder().has(id(2))).isTrue();
        assertThat(holder().claimed()).isTrue();
        assertThat(holder().fence()).isGreaterThan(fence);
        assertThat(queue()).isEmpty();
        assertThat(resource.notices())
                .extracting(Notice::kind)
                .containsExactly(LockEvent.EventKind.RELEASED, LockEvent.EventKind.HANDED_OVER);
    }

    @Test
    void thoseBehind_areInTheManagersMemory_untilItsTurnIsOver() {
        held();
        release(HOLDER, relay(2, 5));
        assertThat(queue()).isEmpty();
        resource.on(new Command.Acquire(claim(900), true, null));
        resource.on(new Command.Acquire(claim(3), true, null, 4));
        assertThat(resource.state().queue().get(1).behind()).isEqualTo(4);
        release(id(2), relay(3, 4));
        assertThat(holder().has(id(3))).isTrue();
        assertThat(queue()).containsExactly(id(900));
    }

    @Test
    void otherManager_isPassedSoOften_andNotOnceMore() {
        held();
        queued(900);
        HoldId last = HOLDER;
        for (int i = 0; i < Turns.DEFAULT.handOvers(); i++) {
            assertThat(release(last, relay(10 + i, 7))).isNotNull();
            last = id(10 + i);
            assertThat(queue()).containsExactly(id(900));
        }

        int next = 10 + Turns.DEFAULT.handOvers();
        assertThat(release(last, relay(next, 7))).isNull();

        assertThat(holder().has(id(900))).isTrue();
        assertThat(holder().claimed()).as("its manager has not heard of it").isFalse();
        assertThat(queue()).containsExactly(id(next));
        assertThat(resource.state().turn()).isNull();
    }

    /** Three managers whose callers come back again and again: between two turns of one, each other has one turn. */
    @Test
    void managersThatAllWait_haveOneTurnEach_beforeTheFirstHasItAgain() {
        int most = 5;
        resource = new Given.Resource(Given.OFFLINE.toBuilder()
                .waiting(Given.OFFLINE.waiting().takingTurns(new Turns(most, Duration.ofSeconds(10))))
                .build());
        held();
        int[] next = {100_001, 200_000, 300_000};
        queued(next[1]++);
        queued(next[2]++);
        int manager = 0;
        HoldId last = HOLDER;
        List<Integer> order = new ArrayList<>(List.of(0));
        for (int i = 0; i < 20 * most; i++) {
            boolean waits = queue().stream().anyMatch(isOf(manager, next));
            int first = waits ? next[manager] - 1 : next[manager]++;
            Hold heir = release(last, relay(first, 9));
            if (heir == null) {
                manager = managerOf(holder(), next);
                resource.on(new Command.Acquire(claim(next[manager] - 1), true, null));
            }
            order.add(manager);
            last = holder().id();
        }
        for (int waiting = 0; waiting < 3; waiting++) {
            for (int other = 0; other < 3; other++) {
                assertThat(mostBetween(order, waiting, other)).isEqualTo(other == waiting ? 0 : most + 1);
            }
        }
    }

    private static Predicate<HoldId> isOf(int manager, int[] next) {
        return ticket -> ticket.equals(id(next[manager] - 1));
    }

    private static int managerOf(Hold hold, int[] next) {
        return IntStream.range(0, next.length)
                .filter(manager -> hold.has(id(next[manager] - 1)))
                .findFirst()
                .orElseThrow();
    }

    /** Returns how often one manager had the resource, at most, between two turns of another. */
    private static int mostBetween(List<Integer> order, int waiting, int other) {
        int most = 0;
        int count = 0;
        for (int manager : order) {
            count = manager == waiting ? 0 : count + (manager == other ? 1 : 0);
            most = Math.max(most, count);
        }
        return most;
    }

    @Test
    void otherManager_isNotPassedAfterSomeTime() {
        held();
        queued(900);
        assertThat(release(HOLDER, relay(2, 0))).isNotNull();
        resource.after(Turns.DEFAULT.time().minusMillis(1));
        assertThat(release(id(2), relay(3, 0))).isNotNull();
        resource.after(Duration.ofMillis(1));

        assertThat(release(id(3), relay(4, 0))).isNull();

        assertThat(holder().has(id(900))).isTrue();
        assertThat(queue()).as("it waits on, behind those that were passed").containsExactly(id(4));
    }

    @Test
    void otherManager_isNotPassedByOneThatHeldForLong() {
        held();
        queued(900);
        resource.after(Turns.DEFAULT.time());

        assertThat(release(HOLDER, relay(2, 0))).isNull();

        assertThat(holder().has(id(900))).isTrue();
        assertThat(queue()).containsExactly(id(2));
    }

    @Test
    void turns_areThoseOfThePolicy() {
        resource = new Given.Resource(Given.OFFLINE.toBuilder()
                .waiting(Given.OFFLINE.waiting().takingTurns(new Turns(1, Duration.ofSeconds(2))))
                .build());
        held();
        queued(900);
        resource.after(Turns.DEFAULT.time());

        assertThat(release(HOLDER, relay(2, 0))).isNotNull();
        assertThat(release(id(2), relay(3, 0))).isNull();

        assertThat(holder().has(id(900))).isTrue();
    }

    @Test
    void withoutTurns_firstCome_isFirstServed() {
        resource = new Given.Resource(Given.OFFLINE.toBuilder()
                .waiting(Given.OFFLINE.waiting().takingTurns(new Turns(0, Duration.ZERO)))
                .build());
        held();
        queued(900);

        assertThat(release(HOLDER, relay(2, 0))).isNull();

        assertThat(holder().has(id(900))).isTrue();
    }

    @Test
    void timeSinceTheRecordWasSeen_countsToo() {
        held();
        queued(900);
        assertThat(release(HOLDER, relay(2, 0).after(Turns.DEFAULT.time().minusMillis(1))))
                .isNotNull();
        assertThat(release(id(2), relay(3, 0).after(Turns.DEFAULT.time()))).isNull();
        assertThat(holder().has(id(900))).isTrue();
    }

    @Test
    void turn_beginsAnew_whenItComesUpInTheQueue() {
        held();
        queued(2);
        queued(900);
        assertThat(release(HOLDER, relay(2, 1))).isNotNull();
        assertThat(resource.state().turn()).isNull();
        assertThat(queue()).containsExactly(id(900));
        assertThat(release(id(2), relay(3, 0))).isNotNull();
        assertThat(resource.state().turn())
                .isNotNull()
                .extracting(Turn::handOvers)
                .isEqualTo(1);
    }

    @Test
    void turn_isOverWithTheNextHandOverToAnother() {
        held();
        queued(900);
        release(HOLDER, relay(2, 0));
        assertThat(resource.state().turn()).isNotNull();
        resource.on(new Command.Release(id(2)));
        assertThat(holder().has(id(900))).isTrue();
        assertThat(resource.state().turn()).isNull();
    }

    @Test
    void takeover_keepsTheQueueAndTheTurn() {
        held();
        queued(900);
        queued(901);
        release(HOLDER, relay(2, 0));
        resource.on(new Command.Acquire(claim(50), false, new Command.Takeover("admin", "test")));
        assertThat(holder().has(id(50))).isTrue();
        assertThat(queue()).containsExactly(id(900), id(901));
        assertThat(release(id(50), relay(51, 0))).isNotNull();
        assertThat(resource.state().turn())
                .isNotNull()
                .extracting(Turn::handOvers)
                .isEqualTo(2);
    }

    @Test
    void forcedRelease_goesToTheFirstInTheQueue_andKeepsTheOthers() {
        held();
        queued(900);
        queued(901);
        release(HOLDER, relay(2, 0));
        resource.on(new Command.Force("admin", "test"));
        assertThat(holder().has(id(900))).isTrue();
        assertThat(queue()).containsExactly(id(901));
    }

    @Test
    void withoutOthers_thereIsNoLimit() {
        held();
        HoldId last = HOLDER;
        for (int i = 0; i < 3 * Turns.DEFAULT.handOvers(); i++) {
            assertThat(release(last, relay(10 + i, 1))).isNotNull();
            last = id(10 + i);
        }
    }

    @Test
    void endedOwner_getsNothing() {
        held();
        Standing ended = new Standing(true, null, null);
        resource.knowing(new Evidence(Set.of(), Set.of(), Set.of(), Map.of(id(2), ended)));
        assertThat(release(HOLDER, relay(2, 0))).isNull();
        assertThat(resource.state().holds()).isEmpty();
    }

    @Test
    void readers_whoStay_keepAWriterOut() {
        resource.on(Given.acquire(1, "o1", Mode.SHARED));
        resource.on(Given.acquire(2, "o2", Mode.SHARED));
        assertThat(release(HOLDER, relay(3, 0))).isNull();
        assertThat(holder().has(id(2))).isTrue();
        assertThat(queue()).containsExactly(id(3));
    }

    @Test
    void waiterThatLeaves_passesItsPlaceOn() {
        held();
        queued(2);
        queued(900);
        resource.on(new Command.Release(id(2)).to(relay(3, 0)));
        assertThat(queue()).containsExactly(id(3), id(900));
    }

    /** Both are decided in one round: the next has just entered what its owner holds, and is not told yet. */
    @Test
    void waiterThatLeaves_passesNothingToOneThatHas() {
        held();
        queued(2);
        resource.on(new Command.Acquire(
                new Claim(id(5), Owner.of("o1"), Mode.EXCLUSIVE, Given.OFFLINE.lease()), true, null));
        resource.on(new Command.Release(id(2))
                .to(new Relay(new Claim(id(5), Owner.of("o1"), Mode.EXCLUSIVE, Given.OFFLINE.lease()), 0)));
        assertThat(queue()).isEmpty();
    }

    @Test
    void entryOfAHoldThatGoesOn_handsNothingOver() {
        held();
        resource.on(new Command.Acquire(
                new Claim(id(5), Owner.of("o1"), Mode.EXCLUSIVE, Given.OFFLINE.lease()), false, null));
        assertThat(release(HOLDER, relay(2, 0))).isNull();
        assertThat(holder().has(id(5))).isTrue();
    }

    @ParameterizedTest
    @ValueSource(ints = {Queue.MAX_TICKETS - 1, Queue.MAX_TICKETS})
    void queue_isBounded(int others) {
        resource.on(Given.acquire(1, "o1", Mode.SHARED));
        resource.on(Given.acquire(5, "o5", Mode.SHARED));
        List<Ticket> tickets = new ArrayList<>();
        for (int i = 0; i < others; i++) {
            tickets.add(new Ticket(claim(1000 + i), resource.now(), resource.now()));
        }
        LockState full = resource.state().withQueue(tickets);
        Command release = new Command.Release(HOLDER).to(relay(2, 1));
        Decision decision = Rules.decide(full, release, Given.OFFLINE, Evidence.NONE, resource.now());
        assertThat(decision.next().queue()).hasSize(Queue.MAX_TICKETS);
        assertThat(decision.next().holdOf(id(5))).isNotNull();
    }
}
