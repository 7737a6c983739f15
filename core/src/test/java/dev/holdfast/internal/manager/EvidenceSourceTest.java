package dev.holdfast.internal.manager;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.Hold;
import dev.holdfast.Lease;
import dev.holdfast.LockView.Verdict;
import dev.holdfast.Mode;
import dev.holdfast.Owner;
import dev.holdfast.ProcessId;
import dev.holdfast.internal.process.Liveness;
import dev.holdfast.internal.rules.Claim;
import dev.holdfast.internal.rules.Command;
import dev.holdfast.internal.rules.Evidence;
import dev.holdfast.internal.rules.LockState;
import dev.holdfast.internal.rules.Outcome;
import dev.holdfast.internal.rules.Ticket;
import dev.holdfast.spi.Key;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Several dead, doubtful, living and unseen holders and waiters of one resource. */
class EvidenceSourceTest {
    private static final Key A = Key.lock("a");
    private static final Key B = Key.lock("b");

    private static ProcessId process(int number) {
        return new ProcessId("host", "boot", "namespace", number, "1");
    }

    private static Owner owner(int number) {
        return new Owner("o" + number, "o" + number, "", List.of(process(number)));
    }

    private static Hold hold(int number) {
        return Scenes.hold(number, owner(number), Mode.SHARED, "", Lease.NONE);
    }

    private static Ticket ticket(int number) {
        Claim claim = new Claim(Scenes.id(number), owner(number), Mode.EXCLUSIVE, Lease.NONE, "", "");
        return new Ticket(claim, Scenes.NOW.minusSeconds(2), Scenes.NOW.minusSeconds(2));
    }

    /** Holders 1 to 8 and waiters 11 to 18: two of each kind of finding. */
    private static final LockState CROWD = new LockState(
            List.of(hold(1), hold(2), hold(3), hold(4), hold(5), hold(6), hold(7), hold(8)),
            List.of(ticket(11), ticket(12), ticket(13), ticket(14), ticket(15), ticket(16), ticket(17), ticket(18)),
            null);

    private static final Map<Integer, Liveness> FOUND = Map.of(
            1,
            Liveness.GONE,
            2,
            Liveness.GONE,
            3,
            Liveness.ALIVE,
            4,
            Liveness.ALIVE,
            5,
            Liveness.DOUBTFUL,
            6,
            Liveness.DOUBTFUL,
            7,
            Liveness.UNKNOWN,
            8,
            Liveness.UNKNOWN);

    @Test
    void evidence_isAboutEachHolderAndWaiter() {
        Witness witness = Witness.of(
                List.of(CROWD), (process, since) -> FOUND.getOrDefault((int) process.pid() % 10, Liveness.UNKNOWN));
        Evidence evidence = EvidenceSource.of(CROWD, witness);
        for (int i : new int[] {1, 2, 3, 4, 5, 6, 7, 8, 11, 12, 13, 14, 15, 16, 17, 18}) {
            Liveness found = FOUND.get(i % 10);
            assertThat(evidence.gone().contains(Scenes.id(i))).as("gone %s", i).isEqualTo(found == Liveness.GONE);
            assertThat(evidence.alive().contains(Scenes.id(i)))
                    .as("alive %s", i)
                    .isEqualTo(found == Liveness.ALIVE);
            assertThat(evidence.doubtful().contains(Scenes.id(i)))
                    .as("doubtful %s", i)
                    .isEqualTo(found == Liveness.DOUBTFUL);
            assertThat(evidence.unseen().contains(Scenes.id(i)))
                    .as("unseen %s", i)
                    .isFalse();
        }
    }

    @Test
    void evidence_ofThoseWhoWereNotLookedAt_saysSo() {
        Evidence evidence = EvidenceSource.of(CROWD, Witness.NONE);
        for (int i : new int[] {1, 8, 11, 18}) {
            assertThat(evidence.unseen().contains(Scenes.id(i))).isTrue();
        }
        assertThat(evidence.unseen()).hasSize(16);
    }

    /** A holder that may be on a cloned machine is suspect, and never taken without a word. */
    @Test
    void doubtfulHolder_isSuspectAndNotTaken() {
        LockState state = Scenes.state(hold(5));
        Attempt attempt = Scenes.attempt(
                Scenes.seen(Scenes.entry(A, 7, state)),
                Scenes.step(A, Scenes.acquire(Scenes.claim(1, Scenes.owner("me", ""), Mode.EXCLUSIVE, ""))));
        attempt.again(Witness.of(List.of(state), (process, since) -> Liveness.DOUBTFUL));
        Plans.of(List.of(attempt), Scenes.POLICIES);
        assertThat(attempt.outcomes().get(0))
                .isInstanceOfSatisfying(
                        Outcome.Refused.class,
                        refused -> assertThat(refused.holders().get(0).state()).isEqualTo(Verdict.SUSPECT));
    }

    /** A waiter behind a holder that was not looked at is neither refused nor queued before that. */
    @Test
    void holderThatWasNotLookedAt_isNoReasonToQueue() {
        LockState state = Scenes.state(hold(5));
        Command.Acquire waits =
                new Command.Acquire(Scenes.claim(1, Scenes.owner("me", ""), Mode.EXCLUSIVE, ""), true, null);
        Attempt attempt = Scenes.attempt(Scenes.seen(Scenes.entry(A, 7, state)), Scenes.step(A, waits));
        Plan plan = Plans.of(List.of(attempt), Scenes.POLICIES);
        assertThat(plan.group()).isNull();
        plan.answer(null);
        assertThat(attempt.answer()).isEqualTo(Attempt.Answer.STALE);
        attempt.again(Witness.of(List.of(state), (process, since) -> Liveness.ALIVE));
        Plans.of(List.of(attempt), Scenes.POLICIES);
        assertThat(attempt.outcomes().get(0)).isInstanceOf(Outcome.Queued.class);
    }

    /** Of a request for several, each part that must wait makes all of it wait, and nothing is written. */
    @Test
    void requestForSeveral_ofWhichHoldersWereNotLookedAt_waitsAsAWhole() {
        Command acquire = Scenes.acquire(Scenes.claim(1, Scenes.owner("me", ""), Mode.EXCLUSIVE, ""));
        Key free = Key.lock("c");
        Snapshot snapshot =
                Scenes.seen(Scenes.entry(A, 7, Scenes.state(hold(5))), Scenes.entry(B, 8, Scenes.state(hold(6))));
        Attempt attempt =
                Scenes.attempt(snapshot, Scenes.step(A, acquire), Scenes.step(B, acquire), Scenes.step(free, acquire));
        Plan plan = Plans.of(List.of(attempt), Scenes.POLICIES);
        assertThat(attempt.outcomes()).isEmpty();
        if (plan.group() != null) {
            assertThat(Scenes.changes(plan)).allMatch(change -> change.next() == null);
        }
    }
}
