package dev.holdfast.internal.manager;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

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

    private static Attempt attempt() {
        return new Attempt(List.of(), Snapshot.ASSUMED_ABSENT);
    }
}
