package dev.holdfast.it.docs;

import dev.holdfast.LockHandle;
import dev.holdfast.LockManager;
import dev.holdfast.LockRequest;
import dev.holdfast.LockUnavailableException;
import dev.holdfast.rules.Owner;
import java.io.PrintStream;

/** The program that the README shows, between the lines that say so. */
final class ReadmeSample {
    private ReadmeSample() {}

    static void run(String address, PrintStream out) throws InterruptedException {
        // README begins
        LockManager locks = LockManager.open(address); // such as sqlite:locks.db
        LockRequest bob = LockRequest.of("policy/12345")
                .owner(Owner.of("session-1").named("Bob Smith"))
                .note("yearly renewal");
        try (LockHandle lock = locks.acquire(bob)) { // renewed by itself until it is closed
            out.println("Bob has it, fence " + lock.fence());
            try {
                locks.acquire("policy/12345"); // somebody else
            } catch (LockUnavailableException e) {
                out.println(e.getMessage());
            }
            locks.forceRelease("policy/12345", "Ada", "Bob is on holiday");
            out.println(lock.lost().join().sentence()); // or lock.onLoss(…)
        }
        // README ends
        locks.close();
    }
}
