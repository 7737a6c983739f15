package dev.holdfast.cli.serve;

import dev.holdfast.cli.Call;

/** The store that a server serves when nobody says which. */
public final class ServedStore {
    private ServedStore() {}

    /** What was named, else the project's, else a file of the user's. */
    public static String address(Call call) {
        boolean named = call.options().store() != null || call.surroundings().variable("HOLDFAST_STORE") != null;
        return named || call.project().isMarked()
                ? call.storeAddress()
                : "sqlite:" + DataFolder.of(call.surroundings()).resolve("locks.db");
    }
}
