package dev.holdfast.internal.rules;

import static dev.holdfast.internal.rules.Given.acquire;
import static dev.holdfast.internal.rules.Given.id;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.holdfast.Lease;
import dev.holdfast.Mode;
import dev.holdfast.Owner;
import dev.holdfast.ProcessId;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Evidence belongs to one state of one resource. */
@Tag("safety")
class EvidenceTest {
    private static final ProcessId PROCESS = new ProcessId("host", "boot", "1", 7, "5");
    private static final Owner BOUND = new Owner("ann", "ann", "", List.of(PROCESS));

    private static LockState held(int number, Owner owner) {
        Claim claim = new Claim(id(number), owner, Mode.EXCLUSIVE, Lease.NONE);
        Command acquire = new Command.Acquire(claim, false, null);
        return Rules.decide(LockState.FREE, acquire, Given.BOOK, Evidence.NONE, Given.T0)
                .next()
                .stamped(number, Given.T0);
    }

    @Test
    void evidence_ofAnotherState_isRefused() {
        LockState judged = held(1, BOUND);
        Evidence other = Evidence.gone(id(1)).on(held(2, BOUND));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Rules.decide(judged, acquire(3, "bob"), Given.BOOK, other, Given.T0));
        assertThatIllegalArgumentException().isThrownBy(() -> Rules.judge(judged, Given.BOOK, other, Given.T0));
    }

    @Test
    void facts_ofNoState_areRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() ->
                        Rules.decide(held(1, BOUND), acquire(3, "bob"), Given.BOOK, Evidence.gone(id(1)), Given.T0));
    }

    @Test
    void evidence_ofAnEqualState_isTaken() {
        Evidence gone = Evidence.gone(id(1)).on(held(1, BOUND));
        assertThat(Rules.decide(held(1, BOUND), acquire(3, "bob"), Given.BOOK, gone, Given.T0)
                        .outcome())
                .isInstanceOf(Outcome.Granted.class);
    }

    @Test
    void noEvidence_actsAgainstNoHoldThatIsBoundToAProcess() {
        Instant old = Given.T0.plus(Given.BOOK.reclaimAfter()).plusSeconds(1);
        LockState judged = held(1, BOUND);
        Decision decision = Rules.decide(judged, acquire(3, "bob"), Given.BOOK, Evidence.NONE, old);
        assertThat(decision.outcome()).isInstanceOf(Outcome.Refused.class);
        assertThat(decision.next()).isSameAs(judged);
        assertThat(Rules.decide(held(1, Owner.of("ann")), acquire(3, "bob"), Given.BOOK, Evidence.NONE, old)
                        .outcome())
                .as("not bound to any")
                .isInstanceOf(Outcome.Granted.class);
    }
}
