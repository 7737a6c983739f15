package dev.holdfast.internal.manager;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(120)
class CallsTest {
    private static final Duration LONG = Duration.ofMinutes(10);
    private static final Duration SHORT = Duration.ofMillis(1);

    private final Calls calls = new Calls();

    @Test
    void awaitEnd_noCallUnderWay_returns() {
        calls.begin();
        calls.beginRelease();
        calls.end();
        calls.end();
        assertThat(calls.awaitEnd(LONG)).isTrue();
        assertThat(calls.closed()).isFalse();
    }

    @Test
    void awaitEnd_aCallThatHangs_waitsForABoundedTime() {
        calls.begin();
        assertThat(calls.awaitEnd(SHORT)).isFalse();
        assertThat(calls.awaitEnd(Duration.ZERO)).isFalse();
    }

    @Test
    void awaitEnd_aCallUnderWay_returnsAfterIt() throws Exception {
        calls.begin();
        calls.close();
        Thread waiting = new Thread(() -> assertThat(calls.awaitEnd(LONG)).isTrue());
        waiting.start();
        while (waiting.getState() != Thread.State.TIMED_WAITING) {
            Thread.onSpinWait();
        }
        calls.end();
        waiting.join();
        assertThat(calls.awaitEnd(SHORT)).isTrue();
    }

    @Test
    void begin_afterClose_isRefusedAndNotCounted() {
        calls.close();
        assertThatIllegalStateException().isThrownBy(calls::begin);
        assertThat(calls.closed()).isTrue();
        assertThat(calls.awaitEnd(LONG)).isTrue();
    }

    @Test
    void beginRelease_afterClose_isCounted() {
        calls.close();
        calls.beginRelease();
        assertThat(calls.awaitEnd(SHORT)).isFalse();
    }
}
