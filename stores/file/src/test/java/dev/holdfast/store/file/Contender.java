package dev.holdfast.store.file;

import dev.holdfast.spi.Key;
import dev.holdfast.spi.LockStore;
import dev.holdfast.spi.Result;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;

/** A process that counts in a file that nothing but the lock protects. */
final class Contender {
    private Contender() {}

    /** Takes the address, the file of the counter, and how often to count. */
    public static void main(String[] args) throws Exception {
        Path counter = Path.of(args[1]);
        String self = "process " + ProcessHandle.current().pid();
        try (LockStore store = new FileStoreProvider().open(args[0], InstantSource.system())) {
            for (int i = Integer.parseInt(args[2]); i > 0; ) {
                if (Locks.apply(store, Locks.take(self, "counter")) instanceof Result.Applied) {
                    long count = Long.parseLong(Files.readString(counter));
                    Files.writeString(counter, Long.toString(count + 1));
                    if (!Locks.owner(store, "counter").equals(self)) {
                        throw new IllegalStateException("lost the lock to " + store.read(List.of(Key.lock("counter"))));
                    }
                    Locks.givenBack(store, "counter");
                    i--;
                } else {
                    Thread.onSpinWait();
                }
            }
        }
    }
}
