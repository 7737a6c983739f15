package dev.holdfast.server.webhooks;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What waits for a hook, in which order it is sent, and how long the pauses are. The time is the test's. */
class HookTest {
    private static final CallResult BROKEN = CallResult.failed("broken");
    private static final RetryOptions RETRIES = new RetryOptions(4, Duration.ofSeconds(1), Duration.ofSeconds(3));

    private final Hook hook =
            new Hook(new HookOptions("test", URI.create("http://127.0.0.1/"), WebhookSecret.of("s".repeat(32)))
                    .tries(Duration.ofSeconds(1), RETRIES)
                    .keeping(5, 3));
    private long now = Long.MAX_VALUE - 5; // a steady clock may overflow

    private static Delivery event(String resource, int number) {
        return new Delivery(resource + number, resource, "acquired", Instant.EPOCH, "{}");
    }

    private void pass(long millis) {
        now += millis * 1_000_000;
    }

    private List<String> due() {
        List<String> ids = new ArrayList<>();
        for (Delivery next = hook.next(now); next != null; next = hook.next(now)) {
            ids.add(next.id());
        }
        return ids;
    }

    @Test
    void oneResource_isSentOneByOne_othersBesideIt() {
        for (int i = 0; i < 2; i++) {
            hook.add(event("a", i));
            hook.add(event("b", i));
        }
        assertThat(due()).containsExactly("a0", "b0");
        hook.ended(event("b", 0), CallResult.DELIVERED, now);
        assertThat(due()).containsExactly("b1");
        hook.ended(event("a", 0), BROKEN, now);
        assertThat(due()).isEmpty();
        pass(1_000);
        assertThat(due()).as("never a1 before a0").containsExactly("a0");
    }

    @Test
    void pauses_growToTheBound_thenTheEventIsADeadLetter_andTheNextIsSent() {
        hook.add(event("a", 0));
        hook.add(event("a", 1));
        Delivery tried = event("a", 0);
        for (long pause : new long[] {1_000, 2_000, 3_000}) {
            assertThat(due()).containsExactly("a0");
            hook.ended(tried, BROKEN, now);
            tried = tried.failed("broken");
            assertThat(hook.nanosToNext(now)).hasValue(pause * 1_000_000);
            pass(pause - 1);
            assertThat(due()).isEmpty();
            pass(1);
        }
        assertThat(due()).containsExactly("a0");
        assertThat(hook.ended(tried, BROKEN, now)).as("the operator is told").isTrue();
        assertThat(hook.deadLetters()).singleElement().satisfies(dead -> {
            assertThat(dead.id()).isEqualTo("a0");
            assertThat(dead.tries()).isEqualTo(4);
            assertThat(dead.failure()).isEqualTo("broken");
        });
        assertThat(due()).containsExactly("a1");
    }

    @ParameterizedTest
    @CsvSource({"0, 1000", "500, 1000", "2500, 2500", "86400000, 3000"})
    void thePauseThatAReceiverAsksFor_isKeptWithinTheBounds(long asked, long kept) {
        hook.add(event("a", 0));
        assertThat(due()).hasSize(1);
        hook.ended(event("a", 0), CallResult.of(503, Duration.ofMillis(asked)), now);
        assertThat(hook.nanosToNext(now)).hasValue(kept * 1_000_000);
    }

    @Test
    void theQueue_isBounded_andWhatIsTooMuchIsADeadLetter() {
        for (int i = 0; i < 9; i++) {
            hook.add(event("a", i));
        }
        assertThat(hook.waiting()).isEqualTo(5);
        assertThat(hook.deadLetters()).extracting(Delivery::id).containsExactly("a6", "a7", "a8");
        assertThat(hook.deadLetters().get(0).failure()).contains("queue");
        assertThat(hook.dropped()).as("a5").isEqualTo(1);
        assertThat(hook.resend("a6")).as("there is no room").isFalse();
        assertThat(hook.dead()).isEqualTo(3);
        assertThat(due()).containsExactly("a0");
        hook.ended(event("a", 0), CallResult.DELIVERED, now);
        assertThat(hook.resend("a6")).isTrue();
        assertThat(hook.resend("a6")).isFalse();
        assertThat(hook.delete("a7")).isTrue();
        assertThat(hook.deadLetters()).extracting(Delivery::id).containsExactly("a8");
    }

    @Test
    void aReceiverThatIsGone_pausesTheHook_untilAnAdministratorResumesIt() {
        hook.add(event("a", 0));
        hook.add(event("b", 0));
        hook.add(event("a", 1));
        assertThat(due()).containsExactly("a0", "b0");
        hook.ended(event("a", 0), CallResult.of(410, Duration.ZERO), now);
        hook.ended(event("b", 0), BROKEN, now);
        pass(60_000);
        assertThat(due()).isEmpty();
        assertThat(hook.paused()).contains("410");
        assertThat(hook.deadLetters()).extracting(Delivery::id).containsExactly("a0");
        hook.resume();
        assertThat(due()).containsExactlyInAnyOrder("a1", "b0");
    }

    @Test
    void thePauseOfAnAdministratorElsewhere_isFollowed_andEndsNoOther() {
        hook.add(event("a", 0));
        hook.follow(true);
        assertThat(due()).isEmpty();
        hook.follow(false);
        assertThat(due()).containsExactly("a0");
        hook.ended(event("a", 0), CallResult.of(410, Duration.ZERO), now);
        hook.follow(false);
        assertThat(hook.paused()).contains("410");
    }

    @Test
    void theReasonOfADeadLetter_isKeptWithoutTheAddressOfTheReceiver() {
        Hook secret = new Hook(new HookOptions(
                        "test",
                        URI.create("http://127.0.0.1/hook?key=in-the-address"),
                        WebhookSecret.of("s".repeat(32)))
                .tries(Duration.ofSeconds(1), new RetryOptions(1, Duration.ofSeconds(1), Duration.ofSeconds(1))));
        for (String why : List.of("broken", "No answer of /hook", "No answer of ?key=in-the-address")) {
            secret.add(event(why, 0));
            secret.next(now);
            secret.ended(event(why, 0), CallResult.failed(why), now);
        }
        assertThat(secret.deadLetters()).extracting(Delivery::failure).contains("No answer of /hook");
        assertThat(secret.newPosition().dead()).extracting(DeadNote::why).containsExactly("broken", "", "");
    }

    @Test
    void manyResources_areSentAFewAtATime() {
        Hook wide = new Hook(hook.options().keeping(100, 1));
        for (int i = 0; i < 50; i++) {
            wide.add(event("r" + i, 0));
        }
        int under = 0;
        while (wide.next(now) != null) {
            under++;
        }
        assertThat(under).isEqualTo(HookQueue.MAX_UNDER_WAY);
    }
}
