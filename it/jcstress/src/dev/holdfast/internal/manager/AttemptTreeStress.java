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

/** A caller that has its answer publishes those below it, which it sees as soon as it sees its own. */
@JCStressTest
@Outcome(id = "0, 1", expect = ACCEPTABLE, desc = "the first was not published yet, and passed nothing on")
@Outcome(id = "1, 3", expect = ACCEPTABLE, desc = "the first was published, and the two below it after it")
@Outcome(expect = FORBIDDEN, desc = "an attempt below the first was left asleep")
@State
public class AttemptTreeStress {
    private final List<Attempt> round = List.of(asleep(1), asleep(2), asleep(3));

    private static Attempt asleep(int id) {
        Attempt attempt = Stress.attempt(id);
        attempt.answer(Attempt.Answer.DONE, Snapshot.ASSUMED_ABSENT);
        attempt.publishedBeforeSleep();
        return attempt;
    }

    @Actor
    public void leader() {
        Attempt.publish(round);
    }

    @Actor
    public void first(II_Result seen) {
        Attempt first = round.get(0);
        if (first.published()) {
            first.passOn();
            seen.r1 = 1;
        }
    }

    @Arbiter
    public void end(II_Result seen) {
        for (Attempt attempt : round) {
            seen.r2 += attempt.published() ? 1 : 0;
        }
    }
}
