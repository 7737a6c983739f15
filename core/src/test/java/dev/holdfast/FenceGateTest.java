package dev.holdfast;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class FenceGateTest {

    @Test
    void admit_olderFence_isKeptOut() {
        FenceGate gate = new FenceGate();
        assertThat(gate.admit("a", 7)).isTrue();
        assertThat(gate.admit("a", 7)).isTrue();
        assertThat(gate.admit("a", 9)).isTrue();
        assertThat(gate.admit("a", 7)).isFalse();
        assertThat(gate.admit("b", 7)).isTrue();
    }

    @Test
    void admit_resourceWithoutWritesForLongerThanItsMemory_isForgotten() {
        AtomicLong now = new AtomicLong(Long.MAX_VALUE - 5); // as System.nanoTime may overflow
        FenceGate gate = new FenceGate(Duration.ofNanos(10), now::get);
        for (int i = 0; i < 1000; i++) {
            gate.admit("brief-" + i, i);
            gate.admit("used", 1000 + i);
            now.incrementAndGet();
        }
        assertThat(gate.size()).isLessThan(13);
        assertThat(gate.admit("used", 1998)).isFalse();
        now.addAndGet(10);
        assertThat(gate.admit("used", 1998)).as("a refused write counts, too").isFalse();
        now.addAndGet(11);
        assertThat(gate.admit("used", 1998)).isTrue();
    }

    @Test
    void forget_admitsAnyToken() {
        FenceGate gate = new FenceGate();
        gate.admit("a", 9);
        gate.forget("a");
        assertThat(gate.admit("a", 7)).isTrue();
        assertThatThrownBy(() -> new FenceGate(Duration.ZERO)).hasMessageContaining("longer than zero");
    }
}
