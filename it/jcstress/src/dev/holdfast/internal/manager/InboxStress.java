package dev.holdfast.internal.manager;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/** Each attempt is taken once, by the leader or after it. */
@JCStressTest
@Outcome(id = "0, 2", expect = ACCEPTABLE, desc = "both were added after the leader looked")
@Outcome(id = "1, 1", expect = ACCEPTABLE, desc = "one of each")
@Outcome(id = "2, 0", expect = ACCEPTABLE, desc = "both were taken")
@Outcome(expect = FORBIDDEN, desc = "one was lost, or taken twice")
@State
public class InboxStress {
    private final Inbox inbox = new Inbox();

    @Actor
    public void caller() {
        inbox.add(new Attempt(Stress.acquire(1), Snapshot.ASSUMED_ABSENT));
        inbox.add(new Attempt(Stress.acquire(2), Snapshot.ASSUMED_ABSENT));
    }

    @Actor
    public void leader(II_Result taken) {
        taken.r1 = taken();
    }

    @Arbiter
    public void end(II_Result taken) {
        taken.r2 = taken();
    }

    private int taken() {
        int count = 0;
        while (inbox.poll() != null) {
            count++;
        }
        return count;
    }
}
