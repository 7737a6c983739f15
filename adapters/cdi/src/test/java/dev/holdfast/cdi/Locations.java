package dev.holdfast.cdi;

import dev.holdfast.LockManager;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.inject.Disposes;
import jakarta.enterprise.inject.Produces;

/** The producer of the guide: one manager for the application, which ends with it. */
@ApplicationScoped
class Locations {
    /** The address of the next application that starts. */
    static volatile String address = "memory:";

    @Produces
    @ApplicationScoped
    LockManager locks() {
        return LockManager.open(address);
    }

    void close(@Disposes LockManager locks) {
        locks.close();
    }
}
