package dev.holdfast.servlet.guide;

import dev.holdfast.Lease;
import dev.holdfast.Policies;
import dev.holdfast.Preset;
import dev.holdfast.servlet.HoldfastListener;
import java.time.Duration;

public class OrderLocks extends HoldfastListener {
    @Override
    protected Policies policies() {
        Lease halfAnHour = new Lease(Duration.ofMinutes(30), null, null);
        return Policies.of(Preset.OFFLINE)
                .and(Preset.OFFLINE.policy().toBuilder()
                        .pattern("order/*")
                        .lease(halfAnHour)
                        .build());
    }
}
