package dev.holdfast;

import dev.holdfast.internal.base.Services;
import dev.holdfast.internal.base.StoreLocation;
import java.util.Set;
import java.util.TreeSet;

/** Opens lock managers for some address schemes: those of stores, or of a server. Found by {@link java.util.ServiceLoader}. */
public interface LockManagerProvider {
    /** Returns the schemes of its addresses, without the colon. */
    Set<String> schemes();

    /**
     * Opens the locks at an address.
     *
     * @throws IllegalArgumentException if the address cannot be right
     * @throws StoreException if there is no such store or it cannot be used
     */
    LockManager open(String address, ManagerOptions options);

    /**
     * Returns the provider for that address.
     *
     * @throws IllegalArgumentException if there is none; the message lists the schemes that can be opened
     */
    static LockManagerProvider forAddress(String address) {
        String scheme = StoreLocation.of(address).scheme();
        TreeSet<String> known = new TreeSet<>();
        for (LockManagerProvider provider : Services.of(LockManagerProvider.class)) {
            if (provider.schemes().contains(scheme)) {
                return provider;
            }
            known.addAll(provider.schemes());
        }
        if (Set.of("http", "https", "unix").contains(scheme)) {
            throw new IllegalArgumentException("To ask a server, add dev.holdfast:holdfast-client to the class path.");
        }
        throw StoreLocation.unknown(address, known);
    }
}
