package dev.holdfast.spring.guide;

import dev.holdfast.Owner;
import dev.holdfast.session.CurrentLocks;
import dev.holdfast.session.CurrentOwner;
import java.util.UUID;
import org.springframework.stereotype.Component;

/** A job, which is no HTTP session. */
@Component
public class NightlyBilling {
    private final CurrentLocks locks;

    NightlyBilling(CurrentLocks locks) {
        this.locks = locks;
    }

    public void bill(long id) {
        CurrentOwner.runAs(Owner.of("billing-" + UUID.randomUUID()).named("Nightly billing"), () -> {
            locks.acquire("policy/" + id);
            try {
                billed(id);
            } finally {
                locks.release("policy/" + id);
            }
        });
    }

    private void billed(long id) {
        locks.require("policy/" + id);
    }
}
