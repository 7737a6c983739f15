package dev.holdfast.internal.manager;

import static dev.holdfast.internal.manager.Scenes.POLICIES;
import static dev.holdfast.internal.manager.Scenes.attempt;
import static dev.holdfast.internal.manager.Scenes.claim;
import static dev.holdfast.internal.manager.Scenes.entry;
import static dev.holdfast.internal.manager.Scenes.hold;
import static dev.holdfast.internal.manager.Scenes.id;
import static dev.holdfast.internal.manager.Scenes.owner;
import static dev.holdfast.internal.manager.Scenes.seen;
import static dev.holdfast.internal.manager.Scenes.state;
import static dev.holdfast.internal.manager.Scenes.step;
import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.Hold;
import dev.holdfast.Lease;
import dev.holdfast.Mode;
import dev.holdfast.internal.rules.Claim;
import dev.holdfast.internal.rules.Command;
import dev.holdfast.spi.Key;
import dev.holdfast.spi.Result;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Every plan decides at least one of its commands. */
class PlanProgressTest {
    private static final Key A = Key.lock("a");

    /** The first command hands the lock to the waiter, whose hold it then releases. */
    @Test
    void release_ofAWaiterWhoseTurnHasCome_isDecidedInAFold() {
        Hold over = hold(8, owner("old", ""), Mode.EXCLUSIVE, "", Lease.of(Duration.ofSeconds(10)));
        Claim waits = claim(1, owner("bob", ""), Mode.EXCLUSIVE, "");
        Snapshot snapshot = seen(entry(A, 7, state(over, waits)));
        Attempt first = attempt(snapshot, step(A, new Command.ReleaseOwner("bob")));
        Attempt second = attempt(snapshot, step(A, new Command.Release(id(1))));
        Plans.of(List.of(first, second), POLICIES).answer(new Result.Applied(9, Scenes.NOW));
        assertThat(first.answer()).isEqualTo(Attempt.Answer.DONE);
        assertThat(first.snapshot().lock(A).isFree()).isTrue();
    }
}
