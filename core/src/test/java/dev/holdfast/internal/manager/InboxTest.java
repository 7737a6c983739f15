package dev.holdfast.internal.manager;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** How long a leader waits for callers that may come back, and what ends its wait. */
@Timeout(180)
class InboxTest {
    private static final long LONG = Duration.ofSeconds(10).toNanos();
    private static final long SHORT = 1_000;

    private final Inbox inbox = new Inbox();

    @Test
    void await_noRoundBefore_returnsAtOnce() {
        assertThat(inbox.await()).isFalse();
    }

    @Test
    void await_afterRoundOfOne_returnsAtOnce() {
        inbox.ended(3, LONG);
        inbox.endedAlone();

        assertThat(inbox.await()).isFalse();
    }

    @Test
    void await_afterRoundTooShortToMatter_returnsAtOnce() {
        inbox.ended(3, SHORT);

        assertThat(inbox.await()).isFalse();
    }

    @Test
    void await_allAreBack_returnsAtOnce() {
        inbox.ended(3, LONG);
        inbox.addAll(List.of(attempt(), attempt()));

        assertThat(inbox.await()).isFalse();
    }

    @Test
    void await_someAreMissing_givesUpAfterAPartOfTheRound() {
        inbox.ended(3, LONG);
        inbox.add(attempt());

        assertThat(inbox.await()).isTrue();
        assertThat(inbox.poll()).isNotNull();
        assertThat(inbox.poll()).isNull();
    }

    @Test
    void await_whileTheLastOneComes_losesNobody() throws Exception {
        for (int i = 0; i < 200; i++) {
            inbox.ended(2, LONG);
            CompletableFuture<Void> comes = CompletableFuture.runAsync(() -> inbox.add(attempt()));
            inbox.await();
            comes.get(90, TimeUnit.SECONDS);
            assertThat(inbox.poll()).isNotNull();
            assertThat(inbox.isEmpty()).isTrue();
        }
    }

    @Test
    void await_wellFilled_doesNotWaitForMore() {
        inbox.ended(1000, LONG);
        for (int i = 0; i < 30; i++) {
            inbox.add(attempt());
        }

        assertThat(inbox.await()).isFalse();
    }

    /** Time that passes while the leader sleeps, and in no other way. */
    private static final class TurnedSleep extends Inbox.Sleep {
        final List<Long> naps = new ArrayList<>();
        /** How long the first nap lasts at the most: whatever wakes the leader then is no reason to go on. */
        private final long firstNap;

        private long now = Long.MAX_VALUE - 1_000;

        TurnedSleep(long firstNap) {
            this.firstNap = firstNap;
        }

        @Override
        long nanoTime() {
            return now;
        }

        @Override
        void park(Object blocker, long nanos) {
            now += naps.isEmpty() ? Math.min(firstNap, nanos) : nanos;
            naps.add(nanos);
        }
    }

    private static List<Long> napsAfter(long round) {
        TurnedSleep sleep = new TurnedSleep(LONG);
        Inbox inbox = new Inbox(sleep);
        inbox.ended(2, round);
        assertThat(inbox.await()).isEqualTo(!sleep.naps.isEmpty());
        return sleep.naps;
    }

    @Test
    void await_lastsASixthOfTheRound_andHalfAMillisecondAtMost() {
        assertThat(napsAfter(600_000)).containsExactly(100_000L);
        assertThat(napsAfter(90_000)).containsExactly(15_000L);
        assertThat(napsAfter(89_000)).isEmpty();
        assertThat(napsAfter(LONG)).containsExactly(500_000L);
    }

    @Test
    void await_leaderWakesUpTooEarly_sleepsForTheRest() {
        TurnedSleep sleep = new TurnedSleep(6_000);
        Inbox inbox = new Inbox(sleep);
        inbox.ended(2, 96_000);

        assertThat(inbox.await()).isTrue();
        assertThat(sleep.naps).containsExactly(16_000L, 10_000L);
    }

    /** Callers that came in during the round are expected beside those that were just answered. */
    @Test
    void await_someCameInDuringTheRound_waitsForTheOthersToo() {
        TurnedSleep sleep = new TurnedSleep(LONG);
        Inbox inbox = new Inbox(sleep);
        inbox.addAll(List.of(attempt(), attempt()));
        inbox.ended(2, LONG);

        assertThat(inbox.await()).as("one of three is missing").isTrue();
        inbox.add(attempt());
        assertThat(inbox.await()).as("all are there").isFalse();
    }

    /** Attempts that were taken are not there any more. */
    @Test
    void await_afterTheOthersWereTaken_waitsForThemToComeBack() {
        Inbox inbox = new Inbox(new TurnedSleep(LONG));
        Attempt first = attempt();
        inbox.addAll(List.of(first, attempt()));
        inbox.ended(1, LONG);
        assertThat(inbox.peek()).isSameAs(first);
        assertThat(inbox.poll()).isSameAs(first);
        assertThat(inbox.poll()).isNotNull();

        assertThat(inbox.await()).as("three are expected, and one is here").isTrue();
    }

    /** The time stands still, so only the wake-up can end the wait. */
    @Test
    void await_theLastOneComes_wakesTheLeader() throws Exception {
        List<Consumer<Inbox>> ways = List.of(inbox -> inbox.add(attempt()), inbox -> inbox.addAll(List.of(attempt())));
        for (Consumer<Inbox> way : ways) {
            Inbox inbox = new Inbox(new Inbox.Sleep() {
                @Override
                long nanoTime() {
                    return 0;
                }

                @Override
                void park(Object blocker, long nanos) {
                    LockSupport.park(blocker);
                }
            });
            inbox.ended(2, LONG);
            Thread leader = new Thread(inbox::await);
            leader.setDaemon(true);
            leader.start();
            Scenes.awaitThat(() -> leader.getState() == Thread.State.WAITING);
            way.accept(inbox);
            leader.join(TimeUnit.SECONDS.toMillis(60));
            assertThat(leader.isAlive()).isFalse();
        }
    }

    private static Attempt attempt() {
        return new Attempt(List.of(), Snapshot.ASSUMED_ABSENT);
    }
}
