package dev.holdfast.spring.guide;

import dev.holdfast.LockManager;
import dev.holdfast.session.CurrentLocks;
import dev.holdfast.session.CurrentOwner;
import org.springframework.stereotype.Component;

/** A job, which is no HTTP session. */
@Component
public class NightlyBilling {
    private final LockManager manager;
    private final CurrentLocks locks;
    private final Invoices invoices;

    NightlyBilling(LockManager manager, CurrentLocks locks, Invoices invoices) {
        this.manager = manager;
        this.locks = locks;
        this.invoices = invoices;
    }

    public void bill(long id) {
        CurrentOwner.runAs(manager.newOwner().named("Nightly billing"), () -> {
            locks.acquire("policy/" + id);
            try {
                invoices.bill(id);
            } finally {
                locks.release("policy/" + id);
            }
        });
    }
}
