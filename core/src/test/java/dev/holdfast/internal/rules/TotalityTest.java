package dev.holdfast.internal.rules;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.HandOverRequest.Reply;
import dev.holdfast.Hold;
import dev.holdfast.HoldId;
import dev.holdfast.Lease;
import dev.holdfast.Mode;
import dev.holdfast.Owner;
import dev.holdfast.Policy;
import dev.holdfast.Preset;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Decides on everything, always the same way, and never leaves a state that must not be. */
class TotalityTest {
    private static final int ROUNDS = 20_000;

    private final Random random = new Random(4711);

    private Owner owner() {
        return Owner.of("owner" + random.nextInt(4));
    }

    private HoldId id() {
        return Given.id(random.nextInt(12));
    }

    private Mode mode() {
        return random.nextBoolean() ? Mode.SHARED : Mode.EXCLUSIVE;
    }

    private Lease lease() {
        return switch (random.nextInt(4)) {
            case 0 -> Lease.NONE;
            case 1 -> Lease.of(Duration.ofSeconds(1 + random.nextInt(60)));
            case 2 -> new Lease(null, Duration.ofSeconds(1 + random.nextInt(60)), null);
            default -> new Lease(Duration.ofSeconds(1 + random.nextInt(60)), null, Duration.ofSeconds(10));
        };
    }

    private Command command() {
        return switch (random.nextInt(15)) {
            case 0, 1, 2 -> new Command.Acquire(new Claim(id(), owner(), mode(), lease()), random.nextBoolean(), null);
            case 3 ->
                new Command.Acquire(
                        new Claim(id(), owner(), mode(), lease()), false, new Command.Takeover("someone", "why"));
            case 4 -> new Command.Renew(id(), random.nextBoolean(), random.nextBoolean() ? List.of() : null);
            case 5, 6 -> new Command.Release(id());
            case 7 -> new Command.ReleaseOwner(owner().id());
            case 8 -> random.nextInt(4) == 0 ? new Command.Force("admin", "") : new Command.Tidy();
            case 9, 10 -> new Command.Ask(new Claim(id(), owner(), mode(), lease()), "please");
            case 11, 12 -> new Command.Respond(owner().id(), id(), reply());
            case 13 ->
                switch (random.nextInt(4)) {
                    case 0 -> new Command.Show(owner().id());
                    case 1 -> new Command.Mute(owner().id(), random.nextInt(4) == 0);
                    default -> new Command.Withdraw(id());
                };
            default -> random.nextInt(8) == 0 ? new Command.Settle() : new Command.Tidy();
        };
    }

    private Reply reply() {
        return switch (random.nextInt(3)) {
            case 0 -> Reply.now();
            case 1 -> Reply.promise(Duration.ofSeconds(10 + random.nextInt(60)));
            default -> Reply.no("");
        };
    }

    private Evidence evidence() {
        Set<HoldId> gone = random.nextInt(5) == 0 ? Set.of(id()) : Set.of();
        Set<HoldId> alive = random.nextInt(5) == 0 ? Set.of(id()) : Set.of();
        Standing ended = new Standing(true, null, null);
        return new Evidence(
                null,
                gone,
                alive,
                random.nextBoolean() ? Set.of() : alive,
                random.nextInt(20) == 0 ? Map.of(Given.id(1), ended, Given.id(2), ended) : Map.of(),
                random.nextInt(5) == 0 ? Set.of(id()) : Set.of());
    }

    @Test
    void decide_isTotalDeterministicAndKeepsItsInvariants() {
        List<Preset> presets = List.of(Preset.values());
        LockState state = LockState.FREE;
        Instant now = Given.T0;
        long version = 1;
        int writes = 0;
        for (int i = 0; i < ROUNDS; i++) {
            Policy policy = presets.get(random.nextInt(presets.size())).policy();
            Command command = command();
            Evidence evidence = evidence().on(state);
            Decision decision = Rules.decide(state, command, policy, evidence, now);
            assertThat(Rules.decide(state, command, policy, evidence, now)).isEqualTo(decision);
            if (decision.outcome() instanceof Outcome.Refused || decision.outcome() instanceof Outcome.NotRequested) {
                assertThat(decision.next()).isSameAs(state);
                assertThat(decision.notices()).isEmpty();
            }
            if (!decision.next().equals(state)) {
                writes++;
            }
            state = decision.next().stamped(++version, now);
            check(state);
            now = now.plusSeconds(random.nextInt(8) - 1);
        }
        assertThat(writes).as("the run does not stand still").isGreaterThan(ROUNDS / 10);
    }

    private static void check(LockState state) {
        List<Hold> holds = state.holds();
        if (holds.stream().anyMatch(hold -> hold.mode() == Mode.EXCLUSIVE)) {
            assertThat(holds).hasSize(1);
        }
        Set<String> owners = new HashSet<>();
        List<HoldId> ids = new ArrayList<>();
        for (Hold hold : holds) {
            assertThat(owners.add(hold.owner().id()))
                    .as("one hold for each owner")
                    .isTrue();
            ids.addAll(hold.entries());
        }
        state.queue().forEach(ticket -> ids.add(ticket.claim().id()));
        assertThat(ids).doesNotHaveDuplicates();
        assertThat(state.queue()).hasSizeLessThanOrEqualTo(Queue.MAX_TICKETS);
        assertThat(state.requests().list())
                .as("a request ends with its hold")
                .hasSizeLessThanOrEqualTo(OpenRequests.MAX)
                .allSatisfy(request ->
                        assertThat(holds.stream().filter(request::isTo)).hasSize(1));
        assertThat(owners)
                .as("none is muted without a hold")
                .containsAll(state.requests().muted());
        for (Hold hold : holds) {
            for (OpenRequest ending : state.requests().ending(hold)) {
                assertThat(hold.until()).isBeforeOrEqualTo(ending.until());
            }
        }
    }

    @Test
    void everyCommand_isDecided() {
        Claim claim = Given.claim(1, "ann", Mode.EXCLUSIVE, Lease.NONE);
        List<Command> all = List.of(
                new Command.Acquire(claim, false, null),
                new Command.Reserve(claim, Given.T0),
                new Command.Renew(claim.id(), true, null),
                new Command.Release(claim.id()),
                new Command.ReleaseOwner("ann"),
                new Command.Force("ada", ""),
                new Command.Tidy(),
                new Command.Settle(),
                new Command.Ask(claim, ""),
                new Command.Respond("ann", claim.id(), Reply.now()),
                new Command.Show("ann"),
                new Command.Mute("ann", true),
                new Command.Withdraw(claim.id()));
        assertThat(all.stream().map(Object::getClass))
                .containsExactlyInAnyOrderElementsOf(
                        Stream.of(Command.class.getPermittedSubclasses()).toList());
        for (Command command : all) {
            Decision decision = Rules.decide(LockState.FREE, command, Given.OFFLINE, Evidence.NONE, Given.T0);
            assertThat(decision.outcome()).isNotNull();
        }
    }
}
