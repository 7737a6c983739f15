package dev.holdfast.internal.manager;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import java.util.List;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/** A waiter that was woken sees the news, and no news leaves it asleep. */
@JCStressTest
@Outcome(id = "0, 1", expect = ACCEPTABLE, desc = "not told yet; it rings later")
@Outcome(id = "1, 0", expect = ACCEPTABLE, desc = "told, with the news")
@Outcome(expect = FORBIDDEN, desc = "told without the news, or never told")
@State
public class SignalsStress {
    private final Signals signals = new Signals(new TableStore());
    private final Signals.WaitSignal waiter = signals.register(List.of("a"), null, () -> {});

    public SignalsStress() {
        waiter.begin();
    }

    @Actor
    public void releases() {
        signals.changed(Stress.change(), Stress.applied());
    }

    @Actor
    public void waits(II_Result seen) {
        seen.r1 = !waiter.takeRing() ? 0 : waiter.latest() == null ? 2 : 1;
    }

    @Arbiter
    public void end(II_Result seen) {
        seen.r2 = waiter.takeRing() ? 1 : 0;
    }
}
