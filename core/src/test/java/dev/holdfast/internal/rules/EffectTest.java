package dev.holdfast.internal.rules;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.Lease;
import dev.holdfast.LockEvent;
import dev.holdfast.Mode;
import dev.holdfast.Owner;
import dev.holdfast.internal.base.Moments;
import dev.holdfast.internal.base.Stamp;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** What a decision brings with it for other records, and when records are due. */
class EffectTest {
    private static final Claim MIA = new Claim(
            Given.id(1),
            new Owner("tab-1", "Mia", "mia", List.of()),
            Mode.EXCLUSIVE,
            Given.COMPOSE.lease(),
            "",
            "scene/9\nmia");

    private static List<Effect> effects(LockState state, Command command) {
        Decision decision = Rules.decide(state, command, Given.COMPOSE, Evidence.NONE, Given.T0);
        return Effect.of("scene/9/character/4", Given.COMPOSE, command, decision);
    }

    private static LockState held() {
        return Rules.decide(
                        LockState.FREE, new Command.Acquire(MIA, false, null), Given.COMPOSE, Evidence.NONE, Given.T0)
                .next()
                .stamped(7, Given.T0);
    }

    @Test
    @DisplayName("C1, C4: a grant fills the slot and starts the cooldown")
    void grant_fillsSlotAndStartsCooldown() {
        assertThat(effects(LockState.FREE, new Command.Acquire(MIA, false, null)))
                .containsExactly(
                        new Effect.FillSlot("scene/9\nmia", new Slot("scene/9/character/4", Given.id(1))),
                        new Effect.StartCooldown(new Cooldown("mia", Stamp.TIME, Duration.ofSeconds(5))));
    }

    @Test
    @DisplayName("C1, C4: releasing frees the slot and starts the cooldown")
    void release_freesSlotAndStartsCooldown() {
        assertThat(effects(held(), new Command.Release(Given.id(1))))
                .containsExactly(
                        new Effect.FreeSlot("scene/9\nmia"),
                        new Effect.StartCooldown(new Cooldown("mia", Stamp.TIME, Duration.ofSeconds(5))));
    }

    @Test
    @DisplayName("C4, C8: submitting limits nobody, and the draft goes with it")
    void submit_freesSlotAndDropsTheDraft() {
        assertThat(effects(held(), new Command.Release(Given.id(1), "mia")))
                .containsExactly(new Effect.DropDraft("mia"), new Effect.FreeSlot("scene/9\nmia"));
    }

    @Test
    @DisplayName("C4, C13: the game master's release limits nobody and is told to the loser")
    void force_freesSlotAndTells() {
        List<Effect> effects = effects(held(), new Command.Force("GM", "next turn"));
        assertThat(effects).hasSize(2);
        assertThat(effects.get(0)).isInstanceOf(Effect.FreeSlot.class);
        assertThat(effects.get(1)).isInstanceOfSatisfying(Effect.Tell.class, tell -> {
            assertThat(tell.hold()).isEqualTo(Given.id(1));
            assertThat(tell.body().ending().kind()).isEqualTo(LockEvent.EventKind.FORCED);
            assertThat(tell.body().ending().actor()).isEqualTo("GM");
            assertThat(tell.body().ending().fence()).isEqualTo(7);
        });
    }

    @Test
    void loss_isToldToEveryEntry() {
        Claim again = new Claim(Given.id(2), MIA.owner(), Mode.EXCLUSIVE, MIA.lease());
        LockState entered = Rules.decide(
                        held(), new Command.Acquire(again, false, null), Given.COMPOSE, Evidence.NONE, Given.T0)
                .next()
                .stamped(8, Given.T0);
        assertThat(effects(entered, new Command.Force("GM", "")).stream()
                        .filter(Effect.Tell.class::isInstance)
                        .map(effect -> ((Effect.Tell) effect).hold()))
                .containsExactly(Given.id(1), Given.id(2));
    }

    @Test
    void refusal_hasNoEffect() {
        Claim other = new Claim(Given.id(2), Owner.of("tab-2"), Mode.EXCLUSIVE, Given.COMPOSE.lease());
        assertThat(effects(held(), new Command.Acquire(other, false, null))).isEmpty();
    }

    @Test
    void due_isTheSameBeforeAndAfterTheStamp() {
        LockState pending = Rules.decide(
                        LockState.FREE, new Command.Acquire(MIA, false, null), Given.COMPOSE, Evidence.NONE, Given.T0)
                .next();
        assertThat(pending.due().at(Given.T0)).isEqualTo(Given.T0.plusSeconds(90));
        assertThat(held().due().at(Given.T0.plusSeconds(30))).isEqualTo(Given.T0.plusSeconds(90));
    }

    @Test
    void due_ofALineAndAMark() {
        Given.Resource resource = new Given.Resource(Given.BOARD);
        Claim forEver = new Claim(Given.id(1), Owner.of("ann"), Mode.EXCLUSIVE, Lease.NONE);
        resource.on(new Command.Acquire(forEver, false, null));
        assertThat(resource.state().due().at(Given.T0)).isNull();
        resource.on(new Command.Settle());
        assertThat(resource.state().due().at(Given.T0)).isEqualTo(Given.T0.plus(LockState.MARK_LIFE));
        resource.on(Given.inLine(2, "bob", Mode.EXCLUSIVE));
        assertThat(resource.state().due().at(Given.T0)).isEqualTo(Given.T0.plus(Queue.TICKET_LIFE));
    }

    @Test
    void sums_atTheEndOfTime_stopThere() {
        assertThat(Moments.end(Instant.MAX.minusSeconds(1), Duration.ofDays(1))).isEqualTo(Moments.LAST);
        assertThat(Moments.end(Given.T0, Duration.ofSeconds(Long.MAX_VALUE))).isEqualTo(Given.T0.plus(Moments.MAX));
    }
}
