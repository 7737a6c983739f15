package dev.holdfast.cli.serve;

import dev.holdfast.cli.Call;
import dev.holdfast.cli.CommandFailure;

/** The store that a server serves when nobody says which. */
public final class ServedStore {
    private ServedStore() {}

    /** What was named, else the project's, else a file of the user's. */
    public static String address(Call call) {
        String address = call.isStoreNamed() || call.project().isMarked()
                ? call.storeAddress()
                : "sqlite:" + DataFolder.of(call.surroundings()).resolve("locks.db");
        if (address.startsWith("http:") || address.startsWith("https:")) {
            throw CommandFailure.usage("A server keeps its locks in a store, and " + address
                    + " is another server: name a store by --store, such as sqlite:locks.db.");
        }
        return address;
    }
}
