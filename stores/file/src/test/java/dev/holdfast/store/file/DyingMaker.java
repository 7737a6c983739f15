package dev.holdfast.store.file;

import dev.holdfast.spi.LockStore;
import dev.holdfast.store.file.sidecar.Disk;
import java.time.InstantSource;

/** The main program of a process that dies in the middle of taking a lock. */
final class DyingMaker {
    private DyingMaker() {}

    /** Arguments: the address, the resource, the step on the disk before which it dies. */
    public static void main(String[] args) {
        Disk disk = new Disk(step -> {
            if (step.equals(args[2])) {
                // As after SIGKILL: nothing is undone.
                Runtime.getRuntime().halt(1);
            }
        });
        try (LockStore store = FileStoreProvider.open(args[0], InstantSource.system(), disk)) {
            Locks.taken(store, "ann", args[1]);
        }
    }
}
