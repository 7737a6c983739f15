package dev.holdfast.internal.manager;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.HoldId;
import dev.holdfast.Lease;
import dev.holdfast.LockView;
import dev.holdfast.Mode;
import dev.holdfast.Owner;
import dev.holdfast.Policies;
import dev.holdfast.Policy;
import dev.holdfast.Policy.Scope;
import dev.holdfast.Policy.WaitPolicy;
import dev.holdfast.Preset;
import dev.holdfast.internal.rules.Claim;
import dev.holdfast.internal.rules.Command;
import dev.holdfast.internal.rules.Evidence;
import dev.holdfast.internal.rules.LockState;
import dev.holdfast.internal.rules.Outcome;
import dev.holdfast.internal.rules.Rules;
import dev.holdfast.spi.Change;
import dev.holdfast.spi.Entry;
import dev.holdfast.spi.Group;
import dev.holdfast.spi.Key;
import dev.holdfast.spi.Key.Kind;
import dev.holdfast.spi.Reading;
import dev.holdfast.spi.Result;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** How the commands of several callers become one group of changes. */
class PlanTest {
    private static final Instant NOW = Instant.parse("2026-03-02T10:50:00Z");
    private static final Policy OFFLINE = Preset.OFFLINE.policy();
    private static final Policies POLICIES = Policies.of(Preset.OFFLINE);
    private static final Policy LIMITED = OFFLINE.toBuilder()
            .waiting(WaitPolicy.NEVER)
            .scope(new Scope("scene/*", true))
            .cooldown(Duration.ofSeconds(5))
            .build();

    private static Attempt attempt(Command command) {
        return new Attempt(List.of(new Step(Key.lock("a"), command, OFFLINE)), Snapshot.ASSUMED_ABSENT);
    }

    private static Claim claim(int id, String owner) {
        return new Claim(new HoldId(0, id), Owner.of(owner), Mode.EXCLUSIVE, Lease.NONE);
    }

    private static Command acquire(int id, String owner) {
        return new Command.Acquire(claim(id, owner), false, null);
    }

    private static Group group(Plan plan) {
        return Objects.requireNonNull(plan.group());
    }

    @Test
    void fold_twoWhoWantOneResource_isOneChangeAndOneGrant() {
        Attempt ann = attempt(acquire(1, "ann"));
        Attempt bob = attempt(acquire(2, "bob"));
        Plan plan = Plans.of(List.of(ann, bob), POLICIES);
        assertThat(group(plan).changes())
                .filteredOn(change -> change.key().kind() == Kind.LOCK)
                .hasSize(1);
        plan.answer(new Result.Applied(7, NOW));
        assertThat(ann.outcomes().get(0))
                .isInstanceOfSatisfying(
                        Outcome.Granted.class,
                        granted -> assertThat(granted.hold().fence()).isEqualTo(7));
        assertThat(bob.outcomes().get(0))
                .isInstanceOfSatisfying(Outcome.Refused.class, refused -> requireBegunNow(refused.holders()));
    }

    @Test
    void fold_oneInLineBehindAGrantOfTheSameFold_knowsSinceWhen() {
        Attempt ann = attempt(acquire(1, "ann"));
        Attempt bob = attempt(new Command.Acquire(claim(2, "bob"), true, null));
        Plans.of(List.of(ann, bob), POLICIES).answer(new Result.Applied(7, NOW));
        assertThat(bob.outcomes().get(0))
                .isInstanceOfSatisfying(Outcome.Queued.class, queued -> requireBegunNow(queued.holders()));
    }

    private static void requireBegunNow(List<LockView.Holder> holders) {
        assertThat(holders).singleElement().satisfies(judged -> {
            assertThat(judged.hold().fence()).isEqualTo(7);
            assertThat(judged.hold().since()).isEqualTo(NOW);
        });
    }

    @Test
    void fold_takeoverOfAGrantOfTheSameFold_waitsForTheNextRound() {
        Attempt ann = attempt(acquire(1, "ann"));
        Attempt bob = attempt(new Command.Acquire(claim(2, "bob"), false, new Command.Takeover("Bob", "")));
        Plan plan = Plans.of(List.of(ann, bob), POLICIES);
        plan.answer(new Result.Applied(7, NOW));
        assertThat(published(ann)).isEqualTo(Attempt.Answer.DONE);
        assertThat(published(bob)).isEqualTo(Attempt.Answer.STALE);
        assertThat(bob.snapshot().lock(Key.lock("a")).holdOf(new HoldId(0, 1))).isNotNull();
        Plan next = Plans.of(List.of(bob), POLICIES);
        next.answer(new Result.Applied(8, NOW));
        assertThat(bob.outcomes().get(0))
                .isInstanceOfSatisfying(
                        Outcome.Granted.class,
                        granted -> assertThat(granted.hold().fence()).isEqualTo(8));
    }

    @Test
    void fold_forceAfterAGrantOfTheSameFold_waitsForTheNextRound() {
        Attempt ann = attempt(acquire(1, "ann"));
        Attempt admin = attempt(new Command.Force("Ada", ""));
        Plans.of(List.of(ann, admin), POLICIES).answer(new Result.Applied(7, NOW));
        assertThat(published(ann)).isEqualTo(Attempt.Answer.DONE);
        assertThat(published(admin)).isEqualTo(Attempt.Answer.STALE);
    }

    @Test
    void fold_secondUseOfALimit_waitsForTheNextRound() {
        Key scene = Key.lock("scene/9/character/4");
        Claim first = tab(1, "tab-1");
        Claim second = tab(2, "tab-2");
        Attempt one = new Attempt(
                List.of(new Step(scene, new Command.Acquire(first, false, null), LIMITED)), Snapshot.ASSUMED_ABSENT);
        Attempt two = new Attempt(
                List.of(new Step(scene, new Command.Acquire(second, false, null), LIMITED)), Snapshot.ASSUMED_ABSENT);
        Plans.of(List.of(one, two), POLICIES).answer(new Result.Applied(7, NOW));
        assertThat(published(one)).isEqualTo(Attempt.Answer.DONE);
        assertThat(published(two)).isEqualTo(Attempt.Answer.STALE);
    }

    private static Attempt.@Nullable Answer published(Attempt attempt) {
        attempt.publish();
        return attempt.answer();
    }

    private static Claim tab(int id, String owner) {
        return new Claim(
                new HoldId(0, id),
                new Owner(owner, "Mia", "mia", List.of()),
                Mode.SHARED,
                OFFLINE.lease(),
                "",
                "scene/9\nmia");
    }

    @Test
    void several_oneUnchanged_isCheckedAllTheSame() {
        LockState mine = Rules.decide(LockState.FREE, acquire(1, "ann"), OFFLINE, Evidence.NONE, NOW)
                .next();
        Entry a = Entry.written(Key.lock("a"), 7, NOW, mine);
        Snapshot snapshot = Snapshot.of(new Reading(Map.of(a.key(), a), NOW));
        Attempt both = new Attempt(
                List.of(
                        new Step(Key.lock("a"), acquire(1, "ann"), OFFLINE),
                        new Step(Key.lock("b"), acquire(1, "ann"), OFFLINE)),
                snapshot);
        assertThat(group(Plans.of(List.of(both), POLICIES)).changes()).contains(Change.check(Key.lock("a"), 7));
    }

    @Test
    void several_oneRefused_changesNothing() {
        LockState bobs = Rules.decide(LockState.FREE, acquire(9, "bob"), OFFLINE, Evidence.NONE, NOW)
                .next();
        Entry b = Entry.written(Key.lock("b"), 7, NOW, bobs);
        Attempt both = new Attempt(
                List.of(
                        new Step(Key.lock("a"), acquire(1, "ann"), OFFLINE),
                        new Step(Key.lock("b"), acquire(1, "ann"), OFFLINE)),
                Snapshot.of(new Reading(Map.of(b.key(), b), NOW)));
        assertThat(group(Plans.of(List.of(both), POLICIES)).changes())
                .allMatch(change -> change.type() == Change.Type.CHECK);
    }
}
