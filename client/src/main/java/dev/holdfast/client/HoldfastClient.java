package dev.holdfast.client;

import dev.holdfast.LockManager;
import dev.holdfast.ManagerOptions;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** For programs that have their token from elsewhere than the variable HOLDFAST_TOKEN. */
public final class HoldfastClient {
    private HoldfastClient() {}

    /**
     * Manages the locks of a server. Nobody is asked yet.
     *
     * @param token asked for with every call, so that it may change; null for none
     * @throws IllegalArgumentException if the address cannot be right
     */
    public static LockManager open(String address, Supplier<@Nullable String> token, ManagerOptions options) {
        return LockManager.over(new HttpLocks(new Connection(ServerAddress.parse(address), token)), options);
    }
}
