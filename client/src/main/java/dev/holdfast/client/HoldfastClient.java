package dev.holdfast.client;

import dev.holdfast.LockManager;
import dev.holdfast.ManagerOptions;
import dev.holdfast.internal.manager.Managers;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Opens the locks of a server for programs that do not get their token from the variable HOLDFAST_TOKEN. */
public final class HoldfastClient {
    private HoldfastClient() {}

    /**
     * Returns a manager for the locks of a server. Does not connect yet.
     *
     * @param token supplies the token for every call, so that it may change; null for none
     * @throws IllegalArgumentException if the address is invalid
     */
    public static LockManager open(String address, Supplier<@Nullable String> token, ManagerOptions options) {
        return Managers.over(new HttpLocks(new Connection(ServerAddress.parse(address), token)), options);
    }
}
