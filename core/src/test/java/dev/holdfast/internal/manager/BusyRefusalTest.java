package dev.holdfast.internal.manager;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.Refusal;
import java.time.ZoneOffset;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A caller that does not wait, and a record that another transaction has. */
@Timeout(120)
class BusyRefusalTest {
    private final ManagerParts parts = new ManagerParts();

    @Test
    @DisplayName("P11: a record in a transaction that stays open is a refusal, with the store's time and a sentence")
    void acquire_busyRecord_isRefused() {
        parts.busy("a");
        DecidedRequest decided = parts.granted("a");
        assertThat(decided.granted()).isFalse();
        Refusal refusal = decided.refusals().get(0);
        assertThat(refusal.reason()).isEqualTo(Refusal.Reason.BUSY);
        assertThat(refusal.holders()).isEmpty();
        assertThat(refusal.asOf()).isEqualTo(parts.store.now());
        assertThat(refusal.sentence(ZoneOffset.UTC))
                .isEqualTo(
                        "a is just being taken or changed by another transaction, which has not ended. Try again in a moment.");
        parts.working();
        assertThat(parts.isHeld("a")).isFalse();
        assertThat(parts.granted("a").granted()).isTrue();
    }

    @Test
    void acquireOfSeveral_oneIsBusy_isRefusedWhole() {
        parts.busy("b");
        DecidedRequest decided = parts.granted("a", "b");
        assertThat(decided.refusals())
                .singleElement()
                .satisfies(refusal -> assertThat(refusal.sentence(ZoneOffset.UTC))
                        .startsWith("a, or a lock that was requested with it, is just being taken or changed"));
        parts.working();
        assertThat(List.of(parts.isHeld("a"), parts.isHeld("b"))).containsOnly(false);
    }
}
