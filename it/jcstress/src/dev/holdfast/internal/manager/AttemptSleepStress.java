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

/** A caller that goes to sleep while its answer is published either sees it or is woken. */
@JCStressTest
@Outcome(id = "1, 1", expect = ACCEPTABLE, desc = "saw the answer instead of going to sleep")
@Outcome(id = "0, 1", expect = ACCEPTABLE, desc = "went to sleep, and was published by a wake-up")
@Outcome(expect = FORBIDDEN, desc = "never published, or published without an answer")
@State
public class AttemptSleepStress {
    private final Attempt attempt = Stress.attempt(1);

    @Actor
    public void leader() {
        attempt.answer(Attempt.Answer.DONE, Snapshot.ASSUMED_ABSENT);
        Attempt.publish(List.of(attempt));
    }

    @Actor
    public void caller(II_Result seen) {
        boolean published = attempt.publishedBeforeSleep();
        seen.r1 = !published ? 0 : attempt.answer() == Attempt.Answer.DONE ? 1 : 2;
    }

    @Arbiter
    public void end(II_Result seen) {
        seen.r2 = attempt.published() && attempt.answer() == Attempt.Answer.DONE ? 1 : 0;
    }
}
