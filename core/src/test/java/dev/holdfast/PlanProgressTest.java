package dev.holdfast;

import static dev.holdfast.Scenes.POLICIES;
import static dev.holdfast.Scenes.attempt;
import static dev.holdfast.Scenes.claim;
import static dev.holdfast.Scenes.entry;
import static dev.holdfast.Scenes.hold;
import static dev.holdfast.Scenes.id;
import static dev.holdfast.Scenes.owner;
import static dev.holdfast.Scenes.seen;
import static dev.holdfast.Scenes.state;
import static dev.holdfast.Scenes.step;
import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.rules.Claim;
import dev.holdfast.rules.Command;
import dev.holdfast.rules.Hold;
import dev.holdfast.rules.Lease;
import dev.holdfast.rules.Mode;
import dev.holdfast.store.Key;
import dev.holdfast.store.Result;
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
        Plan.of(List.of(first, second), POLICIES).answer(new Result.Applied(9, Scenes.NOW));
        assertThat(first.answer()).isEqualTo(Attempt.Answer.DONE);
        assertThat(first.snapshot().lock(A).isFree()).isTrue();
    }
}
