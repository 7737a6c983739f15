package dev.holdfast.cli.shell;

import dev.holdfast.LockHandle;
import dev.holdfast.LockManager;

/** A process that holds {@code lock} in a store until it is killed. */
final class HoldingWorker {
    private HoldingWorker() {}

    public static void main(String[] arguments) throws Exception {
        try (LockManager manager = LockManager.open(arguments[0]);
                LockHandle held = manager.acquire("lock")) {
            System.out.println("held " + held.fence());
            Thread.sleep(300_000);
        }
    }
}
