package dev.holdfast.internal.manager;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import java.time.Duration;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/** Closing refuses a call, or sees that it is under way. */
@JCStressTest
@Outcome(id = "0, 0", expect = ACCEPTABLE, desc = "refused, while closing saw it begin")
@Outcome(id = "0, 1", expect = ACCEPTABLE, desc = "refused")
@Outcome(id = "1, 0", expect = ACCEPTABLE, desc = "closing waits for the call")
@Outcome(id = "1, 1", expect = FORBIDDEN, desc = "the store is closed under the call")
@State
public class CallsStress {
    private final Calls calls = new Calls();

    @Actor
    public void call(II_Result seen) {
        try {
            calls.begin();
            seen.r1 = 1; // and does not end
        } catch (IllegalStateException e) {
            seen.r1 = 0;
        }
    }

    @Actor
    public void closing(II_Result seen) {
        calls.close();
        seen.r2 = calls.awaitEnd(Duration.ZERO) ? 1 : 0;
    }
}
