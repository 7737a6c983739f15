package dev.holdfast.torture;

import dev.holdfast.rules.Lease;
import dev.holdfast.rules.Policies;
import dev.holdfast.rules.Policy;
import dev.holdfast.rules.Preset;
import dev.holdfast.rules.Scope;
import dev.holdfast.rules.WaitPolicy;
import dev.holdfast.torture.judge.Terms;
import java.time.Duration;
import java.util.List;

/** The policies of all workers, and of a server between them and the store. */
final class Rulebook {
    private Rulebook() {}

    static Policies policies(Duration lease, Duration pace) {
        Policy base = Preset.OFFLINE
                .policy()
                .change()
                .lease(Lease.of(lease))
                .ping(lease.dividedBy(4))
                .waiting(WaitPolicy.ON_REQUEST)
                .forceByAnyone(true)
                .done();
        Policy scene = base.change()
                .pattern(Terms.SCENE + "**")
                .waiting(WaitPolicy.NEVER)
                .scope(new Scope(Terms.SCENE + "*", true))
                .done();
        Policy paced = base.change()
                .pattern(Terms.PACED + "**")
                .waiting(WaitPolicy.NEVER)
                .pace(pace)
                .done();
        return new Policies(List.of(scene, paced), base);
    }
}
