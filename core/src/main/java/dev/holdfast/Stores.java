package dev.holdfast;

import dev.holdfast.store.LockStore;
import dev.holdfast.store.StoreProvider;
import java.time.InstantSource;
import java.util.ServiceLoader;
import java.util.TreeSet;

/** The kinds of store at hand, found on the class path. */
final class Stores {
    private Stores() {}

    static LockStore open(String address, InstantSource clock) {
        int colon = address.indexOf(':');
        String scheme = colon < 0 ? "" : address.substring(0, colon);
        TreeSet<String> known = new TreeSet<>();
        for (StoreProvider provider : ServiceLoader.load(StoreProvider.class)) {
            if (provider.schemes().contains(scheme)) {
                return provider.open(address, clock);
            }
            known.addAll(provider.schemes());
        }
        throw new IllegalArgumentException(
                known.isEmpty()
                        ? "No kind of store is at hand to open '" + address
                                + "'; add one to the class path, such as dev.holdfast:holdfast-store-sql."
                        : "'" + address
                                + "' is not the address of a store that is at hand; an address starts with one of "
                                + String.join(":, ", known) + ":.");
    }
}
