package dev.holdfast;

import java.util.ServiceLoader;
import org.jspecify.annotations.Nullable;

/** The kinds of places at hand that decide about locks elsewhere, found on the class path. */
final class Remotes {
    private Remotes() {}

    /** Opens that address, or returns null if it is not the address of a server. */
    static @Nullable Locks open(String address) {
        int colon = address.indexOf(':');
        String scheme = colon < 0 ? "" : address.substring(0, colon);
        for (LocksProvider provider : ServiceLoader.load(LocksProvider.class)) {
            if (provider.schemes().contains(scheme)) {
                return provider.open(address);
            }
        }
        if (scheme.equals("http") || scheme.equals("https") || scheme.equals("unix")) {
            throw new IllegalArgumentException("To ask a server, add dev.holdfast:holdfast-client to the class path.");
        }
        return null;
    }
}
