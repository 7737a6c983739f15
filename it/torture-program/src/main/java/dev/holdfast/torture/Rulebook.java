package dev.holdfast.torture;

import dev.holdfast.Lease;
import dev.holdfast.Policies;
import dev.holdfast.Policy;
import dev.holdfast.Policy.Scope;
import dev.holdfast.Policy.WaitPolicy;
import dev.holdfast.Preset;
import dev.holdfast.torture.judge.Terms;
import java.time.Duration;
import java.util.List;

/** The policies of all workers, and of a server between them and the store. */
final class Rulebook {
    private Rulebook() {}

    static Policies policies(Duration lease, Duration cooldown) {
        Policy base = Preset.OFFLINE.policy().toBuilder()
                .lease(Lease.of(lease))
                .heartbeat(lease.dividedBy(4))
                .waiting(WaitPolicy.ON_REQUEST)
                .forceByAnyone(true)
                .build();
        Policy scene = base.toBuilder()
                .pattern(Terms.SCENE + "**")
                .waiting(WaitPolicy.NEVER)
                .scope(new Scope(Terms.SCENE + "*", true))
                .build();
        Policy paced = base.toBuilder()
                .pattern(Terms.PACED + "**")
                .waiting(WaitPolicy.NEVER)
                .cooldown(cooldown)
                .build();
        return new Policies(List.of(scene, paced), base);
    }
}
