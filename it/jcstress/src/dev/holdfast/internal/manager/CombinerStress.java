package dev.holdfast.internal.manager;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import dev.holdfast.Policies;
import dev.holdfast.Preset;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.infra.results.III_Result;

/** Of two callers that want one resource, one gets it; both are answered, in one change or two. */
@JCStressTest
@Outcome(id = {"1, 2, 1", "2, 1, 1"}, expect = ACCEPTABLE, desc = "one granted, one refused, in one round")
@Outcome(id = {"1, 3, 2", "3, 1, 2"}, expect = ACCEPTABLE, desc = "one granted; the other, in a later round, asks again")
@Outcome(expect = FORBIDDEN, desc = "granted twice, not at all, or without an answer")
@State
public class CombinerStress {
    private final TableStore store = new TableStore();
    private final Combiner combiner = new Combiner(
            store, new Signals(store), new Cohorts(Plans.CLOCKS), Policies.of(Preset.OFFLINE));

    private int run(int id) {
        Attempt attempt = new Attempt(Stress.acquire(id), Snapshot.ASSUMED_ABSENT);
        combiner.run(attempt);
        return Stress.code(attempt);
    }

    @Actor
    public void one(III_Result seen) {
        seen.r1 = run(1);
    }

    @Actor
    public void another(III_Result seen) {
        seen.r2 = run(2);
    }

    @Arbiter
    public void end(III_Result seen) {
        seen.r3 = store.sent.size();
    }
}
