package dev.holdfast.servlet.guide;

import dev.holdfast.rules.Lease;
import dev.holdfast.rules.Policies;
import dev.holdfast.rules.Preset;
import dev.holdfast.servlet.HoldfastListener;
import java.time.Duration;

public class OrderLocks extends HoldfastListener {
    @Override
    protected Policies policies() {
        Lease halfAnHour = new Lease(Duration.ofMinutes(30), null, null);
        return Policies.of(Preset.OFFLINE)
                .and(Preset.OFFLINE
                        .policy()
                        .change()
                        .pattern("order/*")
                        .lease(halfAnHour)
                        .done());
    }
}
