package dev.holdfast.protocol.terraform;

import dev.holdfast.LockManager;
import dev.holdfast.ManagerOptions;
import dev.holdfast.internal.access.AccessTokens;
import dev.holdfast.internal.rules.AccessToken;
import dev.holdfast.internal.storage.ValueStore;
import dev.holdfast.server.HoldfastServer;
import dev.holdfast.server.ServerOptions;
import dev.holdfast.server.options.LimitOptions;
import dev.holdfast.server.options.SignInOptions;
import dev.holdfast.server.protocol.Settings;
import dev.holdfast.spi.LockStore;
import dev.holdfast.spi.StoreManagers;
import dev.holdfast.spi.StoreProvider;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/** A server with states, for tests; also as a process of its own, which can be killed. */
final class StateServer implements AutoCloseable {
    static final Path HERE = Path.of("target");

    private final LockStore store;
    private final AccessTokens tokens;
    private final LockManager locks;
    private final HoldfastServer server;

    private StateServer(LockStore store, ManagerOptions options, LimitOptions limits, Map<String, Object> settings) {
        this.store = store;
        this.tokens = new AccessTokens(store);
        this.locks = StoreManagers.over(store, options);
        this.server = HoldfastServer.start(
                locks,
                store,
                ServerOptions.DEFAULT
                        .port(0)
                        .signIn(SignInOptions.TOKENS)
                        .limits(limits)
                        .protocols(Map.of("terraform", settings(settings))));
    }

    static Settings settings(Map<String, Object> values) {
        return new Settings("serve.protocols.terraform", values, HERE, file -> path -> List.of());
    }

    static StateServer at(String address) {
        return at(address, Map.of());
    }

    static StateServer at(String address, Map<String, Object> settings) {
        return over(StoreProvider.openStore(address, InstantSource.system()), ManagerOptions.DEFAULT, settings);
    }

    static StateServer over(LockStore store, ManagerOptions options, Map<String, Object> settings) {
        return over(store, options, LimitOptions.LOCAL, settings);
    }

    static StateServer over(
            LockStore store, ManagerOptions options, LimitOptions limits, Map<String, Object> settings) {
        boolean started = false;
        try {
            StateServer server = new StateServer(store, options, limits, settings);
            started = true;
            return server;
        } finally {
            if (!started) {
                store.close();
            }
        }
    }

    /** Returns a client with a new token of that user. */
    TerraformClient client(String user, String... rights) {
        List<AccessToken.Right> all =
                Arrays.stream(rights).map(AccessToken.Right::parse).toList();
        return new TerraformClient(
                port(), user, tokens.create(AccessToken.of(user, all)).secret());
    }

    int port() {
        return URI.create(server.address()).getPort();
    }

    ValueStore values() {
        return store.extension(ValueStore.class).orElseThrow();
    }

    LockManager locks() {
        return locks;
    }

    @Override
    public void close() {
        server.close();
        locks.close();
    }

    /**
     * Prints its port, and runs until it is killed or its input ends.
     *
     * @param args the address of a store that has tokens
     */
    public static void main(String[] args) throws IOException {
        try (StateServer server = at(args[0])) {
            System.out.println(server.port());
            while (System.in.read() >= 0) {
                System.out.flush();
            }
        }
    }
}
