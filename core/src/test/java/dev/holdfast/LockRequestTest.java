package dev.holdfast;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class LockRequestTest {

    @Test
    @DisplayName("P12: one canonical order")
    void resources_areSortedAndNamedOnce() {
        assertThat(LockRequest.of("b", "a", "b").resources()).containsExactly("a", "b");
    }

    @Test
    void of_nothing_isRefused() {
        assertThatThrownBy(LockRequest::of).hasMessageContaining("at least one resource");
    }

    @Test
    void waiting_forEver_isRefused() {
        LockRequest request = LockRequest.of("a");
        assertThatThrownBy(() -> request.timeout(Duration.ofDays(2))).hasMessageContaining("24 hours");
        assertThatThrownBy(() -> request.timeout(Duration.ofSeconds(-1))).hasMessageContaining("zero");
    }

    @Test
    void receipt_ofAnotherResource_isRefused() {
        LockRequest request = LockRequest.of("a");
        assertThatThrownBy(() -> request.receipt(Receipt.create("b"))).hasMessageContaining("does not belong");
    }
}
