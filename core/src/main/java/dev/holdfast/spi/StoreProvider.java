package dev.holdfast.spi;

import dev.holdfast.StoreException;
import dev.holdfast.internal.base.Services;
import dev.holdfast.internal.base.StoreLocation;
import java.time.InstantSource;
import java.util.Set;
import java.util.TreeSet;

/** Opens the stores of some address schemes. Found by {@link java.util.ServiceLoader}. */
public interface StoreProvider {

    /** Returns the schemes it opens, such as {@code sqlite}. */
    Set<String> schemes();

    /**
     * Opens a store.
     *
     * @param address the whole address, scheme included
     * @param clock the time, for stores without a clock of their own
     * @throws IllegalArgumentException if the address makes no sense; the message shows one that does
     * @throws StoreException if there is no such store or it cannot be used
     */
    LockStore open(String address, InstantSource clock);

    /**
     * Opens the store at an address. The caller closes it, or hands it to a {@linkplain StoreManagers#over manager} that does.
     *
     * @param clock the time, for stores without a clock of their own
     * @throws IllegalArgumentException if no store of that kind is on the class path; the message lists those that are
     */
    static LockStore openStore(String address, InstantSource clock) {
        String scheme = StoreLocation.of(address).scheme();
        for (StoreProvider provider : Services.of(StoreProvider.class)) {
            if (provider.schemes().contains(scheme)) {
                return provider.open(address, clock);
            }
        }
        throw StoreLocation.unknown(address, allSchemes());
    }

    /** Returns the schemes of all stores on the class path. */
    static Set<String> allSchemes() {
        Set<String> all = new TreeSet<>();
        Services.of(StoreProvider.class).forEach(provider -> all.addAll(provider.schemes()));
        return all;
    }
}
