package dev.holdfast.protocol.terraform;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.protocol.terraform.WriteRule.Holder;
import dev.holdfast.protocol.terraform.WriteRule.Outcome;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class WriteRuleTest {
    private static final LastLock OWN = new LastLock("ann", 7, LockInfo.ofId("a", "net"));

    private static Outcome of(String id, Holder holder, long fence, @Nullable LastLock last) {
        return WriteRule.of("ann", id, holder, fence, last);
    }

    @Test
    void write_underItsLock_isAccepted() {
        assertThat(of("a", Holder.THIS_LOCK, 7, OWN)).isEqualTo(Outcome.ACCEPT);
        assertThat(of("a", Holder.THIS_LOCK, 7, null)).isEqualTo(Outcome.ACCEPT);
    }

    @Test
    void write_underALockWithAnOlderFence_isLate() {
        assertThat(of("a", Holder.THIS_LOCK, 6, OWN)).isEqualTo(Outcome.LATE);
    }

    @Test
    void write_afterItsLockEnded_isAcceptedUnlessAnotherCameBetween() {
        assertThat(of("a", Holder.NONE, 0, OWN)).isEqualTo(Outcome.ACCEPT);
        assertThat(of("b", Holder.NONE, 0, OWN)).isEqualTo(Outcome.LATE);
        assertThat(WriteRule.of("ben", "a", Holder.NONE, 0, OWN)).isEqualTo(Outcome.LATE);
        assertThat(of("a", Holder.NONE, 0, null)).isEqualTo(Outcome.LATE);
        assertThat(of("a", Holder.OTHER, 0, OWN)).isEqualTo(Outcome.LATE);
        assertThat(of("a", Holder.SAME_USER, 0, OWN)).isEqualTo(Outcome.LATE);
    }

    @Test
    void write_withoutALock_isAcceptedUnlessAnotherUserHoldsIt() {
        assertThat(of("", Holder.NONE, 0, OWN)).isEqualTo(Outcome.ACCEPT);
        assertThat(of("", Holder.SAME_USER, 0, null)).isEqualTo(Outcome.ACCEPT);
        assertThat(of("", Holder.OTHER, 0, null)).isEqualTo(Outcome.LOCKED);
    }
}
