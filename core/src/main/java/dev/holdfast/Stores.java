package dev.holdfast;

import dev.holdfast.store.LockStore;
import dev.holdfast.store.StoreLocation;
import dev.holdfast.store.StoreProvider;
import java.time.InstantSource;
import java.util.ServiceLoader;
import java.util.TreeSet;

/** The kinds of store at hand, found on the class path. */
public final class Stores {
    private Stores() {}

    /**
     * Opens a store by its address, such as {@code sqlite:locks.db}. The caller closes it, or hands it to a {@link
     * LockManager#over manager} that does.
     *
     * @param clock the time, for stores without a clock of their own
     * @throws IllegalArgumentException if no store of that kind is at hand; the message says which are
     */
    public static LockStore open(String address, InstantSource clock) {
        int colon = address.indexOf(':');
        String scheme = colon < 0 ? "" : address.substring(0, colon);
        TreeSet<String> known = new TreeSet<>();
        for (StoreProvider provider : ServiceLoader.load(StoreProvider.class)) {
            if (provider.schemes().contains(scheme)) {
                return provider.open(address, clock);
            }
            known.addAll(provider.schemes());
        }
        StoreLocation shown = StoreLocation.of(address);
        throw new IllegalArgumentException(
                known.isEmpty()
                        ? "No kind of store is at hand to open '" + shown
                                + "'; add one to the class path, such as dev.holdfast:holdfast-store-sql."
                        : "'" + shown
                                + "' is not the address of a store that is at hand; an address starts with one of "
                                + String.join(":, ", known) + ":.");
    }
}
