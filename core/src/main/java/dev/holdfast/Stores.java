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
     * @throws IllegalArgumentException if no store of that kind is on the class path; the message lists those that are
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
                        ? "No store module on the class path opens '" + shown
                                + "'; add one, such as dev.holdfast:holdfast-store-sql."
                        : "'" + shown
                                + "' is not the address of a store on the class path; an address starts with one of "
                                + String.join(":, ", known) + ":.");
    }
}
