package dev.holdfast.bench.http;

import dev.holdfast.LockManager;
import dev.holdfast.ManagerOptions;
import dev.holdfast.internal.manager.Managers;
import dev.holdfast.server.HoldfastServer;
import dev.holdfast.server.ServerOptions;
import dev.holdfast.server.webhooks.AllowedAddresses;
import dev.holdfast.server.webhooks.HookOptions;
import dev.holdfast.server.webhooks.WebhookOptions;
import dev.holdfast.server.webhooks.WebhookSecret;
import dev.holdfast.spi.LockStore;
import dev.holdfast.spi.StoreProvider;
import java.io.IOException;
import java.net.URI;
import java.time.InstantSource;
import java.util.List;
import java.util.ServiceLoader;

/** Holdfast's server over the store at an address: unchanged, with a commit for every change, or with a webhook. */
public final class LockServer {
    /** The argument after the address that means: no two changes share a commit. */
    public static final String ALONE = "alone";

    /** The argument after the address that means: a webhook. Its address and the pattern of its resources follow. */
    public static final String WEBHOOK = "webhook";

    private LockServer() {}

    public static void main(String[] arguments) throws IOException {
        LockStore store = open(arguments[0]);
        boolean alone = arguments.length > 1 && arguments[1].equals(ALONE);
        try (LockManager locks = Managers.over(alone ? new OneByOne(store) : store, ManagerOptions.DEFAULT);
                HoldfastServer server = HoldfastServer.start(locks, options(arguments))) {
            Remote.obey(URI.create(server.address()).getPort());
            // Its data is deleted, and its clients need no orderly end.
            Runtime.getRuntime().halt(0);
        }
    }

    private static ServerOptions options(String[] arguments) {
        ServerOptions options = ServerOptions.DEFAULT.port(0);
        if (arguments.length < 4 || !arguments[1].equals(WEBHOOK)) {
            return options;
        }
        HookOptions hook = new HookOptions("bench", URI.create(arguments[2]), WebhookSecret.of("b".repeat(32)));
        return options.webhooks(new WebhookOptions(
                List.of(hook.only(List.of(arguments[3]), hook.kinds())), AllowedAddresses.of(List.of("127.0.0.1"))));
    }

    private static LockStore open(String address) {
        String scheme = address.substring(0, address.indexOf(':'));
        return ServiceLoader.load(StoreProvider.class).stream()
                .map(ServiceLoader.Provider::get)
                .filter(provider -> provider.schemes().contains(scheme))
                .findFirst()
                .orElseThrow()
                .open(address, InstantSource.system());
    }
}
