package dev.holdfast.bench.http;

import dev.holdfast.LockManager;
import dev.holdfast.ManagerOptions;
import dev.holdfast.internal.access.AccessTokens;
import dev.holdfast.internal.manager.Managers;
import dev.holdfast.internal.rules.AccessToken;
import dev.holdfast.server.HoldfastServer;
import dev.holdfast.server.ServerOptions;
import dev.holdfast.server.options.LimitOptions;
import dev.holdfast.server.options.SignInOptions;
import dev.holdfast.server.protocol.Settings;
import dev.holdfast.spi.LockStore;
import dev.holdfast.spi.StoreProvider;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;

/** Holdfast's server as a backend of Terraform. */
public final class StateServer {
    /** The only user. */
    public static final String USER = "ann";

    private StateServer() {}

    /**
     * Serves until its input ends.
     *
     * @param arguments the address of the store, and the file for the token
     */
    public static void main(String[] arguments) throws IOException {
        LockStore store = StoreProvider.openStore(arguments[0], InstantSource.system());
        AccessTokens tokens = new AccessTokens(store);
        String token = tokens.create(AccessToken.of(USER, List.of(new AccessToken.Right("editor", ""))))
                .secret();
        Files.writeString(Path.of(arguments[1]), token);
        Settings none = new Settings("terraform", Map.of(), Path.of("."), file -> path -> List.of());
        ServerOptions options = ServerOptions.DEFAULT
                .port(0)
                .signIn(SignInOptions.TOKENS)
                .limits(LimitOptions.LOCAL)
                .protocols(Map.of("terraform", none));
        try (LockManager locks = Managers.over(store, ManagerOptions.DEFAULT);
                HoldfastServer server = HoldfastServer.start(locks, store, options)) {
            Remote.obey(URI.create(server.address()).getPort());
            // Its data is deleted, and its clients need no orderly end.
            Runtime.getRuntime().halt(0);
        }
    }
}
