package dev.holdfast.client;

import dev.holdfast.LockManager;
import dev.holdfast.ManagerOptions;
import dev.holdfast.internal.manager.Managers;
import dev.holdfast.server.HoldfastServer;
import dev.holdfast.server.ServerOptions;
import dev.holdfast.spi.LockStore;
import dev.holdfast.spi.StoreProvider;
import java.time.InstantSource;
import java.util.ServiceLoader;
import java.util.function.Consumer;

/** A real server over a store, and a manager that asks it: each test has the same rules as over the store itself. */
final class Asked {
    private Asked() {}

    /**
     * @param keeper closes what it is given, last come first served
     */
    static LockManager over(LockStore store, ManagerOptions options, Consumer<AutoCloseable> keeper) {
        LockManager locks = Managers.over(store, options);
        keeper.accept(locks);
        HoldfastServer server = HoldfastServer.start(locks, ServerOptions.DEFAULT.port(0));
        keeper.accept(server);
        return HoldfastClient.open(server.address(), () -> null, options);
    }

    static LockStore store(String address, InstantSource clock) {
        String scheme = address.substring(0, address.indexOf(':'));
        return ServiceLoader.load(StoreProvider.class).stream()
                .map(ServiceLoader.Provider::get)
                .filter(provider -> provider.schemes().contains(scheme))
                .findFirst()
                .orElseThrow()
                .open(address, clock);
    }
}
