package dev.holdfast.internal.manager;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import java.util.List;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.I_Result;

/** A caller that sees its attempt published sees the whole answer. */
@JCStressTest
@Outcome(id = "0", expect = ACCEPTABLE, desc = "not published yet")
@Outcome(id = "1", expect = ACCEPTABLE, desc = "published, with the answer")
@Outcome(expect = FORBIDDEN, desc = "published without a part of the answer")
@State
public class AttemptAnswerStress {
    private final Snapshot known = Stress.snapshot();
    private final Attempt attempt = Stress.attempt(1);

    @Actor
    public void leader() {
        attempt.decided(List.of());
        attempt.answer(Attempt.Answer.DONE, known);
        attempt.publish();
    }

    @Actor
    public void caller(I_Result seen) {
        if (!attempt.published()) {
            seen.r1 = 0;
        } else if (attempt.answer() != Attempt.Answer.DONE) {
            seen.r1 = 2;
        } else {
            seen.r1 = attempt.snapshot() == known ? 1 : 3;
        }
    }
}
