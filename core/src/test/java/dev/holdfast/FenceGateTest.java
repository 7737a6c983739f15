package dev.holdfast;

import static org.assertj.core.api.Assertions.assertThat;

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
}
