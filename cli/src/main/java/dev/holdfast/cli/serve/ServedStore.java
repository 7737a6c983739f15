package dev.holdfast.cli.serve;

import dev.holdfast.cli.base.CommandFailure;
import dev.holdfast.cli.base.DataFolder;
import dev.holdfast.cli.context.CommandContext;
import dev.holdfast.internal.base.StoreLocation;

/** The store of a server if none is named. */
public final class ServedStore {
    private ServedStore() {}

    /** Returns the named store, else the project's, else a file of the user. */
    public static StoreLocation address(CommandContext context) {
        StoreLocation address = context.isStoreNamed() || context.project().isMarked()
                ? context.storeAddress()
                : StoreLocation.of(
                        "sqlite:" + DataFolder.of(context.environment()).resolve("locks.db"));
        if (CommandContext.isServer(address)) {
            throw CommandFailure.usage("A server keeps its locks in a store, and " + address
                    + " is another server: name a store with --store, such as sqlite:locks.db.");
        }
        return address;
    }
}
