package dev.holdfast.cli.serve;

import dev.holdfast.cli.Call;
import dev.holdfast.cli.CommandFailure;
import dev.holdfast.store.StoreLocation;

/** The store that a server serves when nobody says which. */
public final class ServedStore {
    private ServedStore() {}

    /** What was named, else the project's, else a file of the user's. */
    public static StoreLocation address(Call call) {
        StoreLocation address = call.isStoreNamed() || call.project().isMarked()
                ? call.storeAddress()
                : StoreLocation.of(
                        "sqlite:" + DataFolder.of(call.surroundings()).resolve("locks.db"));
        if (Call.isServer(address)) {
            throw CommandFailure.usage("A server keeps its locks in a store, and " + address
                    + " is another server: name a store by --store, such as sqlite:locks.db.");
        }
        return address;
    }
}
