package dev.holdfast.bench.http;

import dev.holdfast.LockManager;
import dev.holdfast.ManagerOptions;
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
import java.util.List;
import java.util.Map;

/** Holdfast's server over the store at an address, for clients of Git LFS. */
public final class GitLfsServer {
    private GitLfsServer() {}

    public static void main(String[] arguments) throws IOException {
        LockStore store = StoreProvider.openStore(arguments[0], InstantSource.system());
        Settings settings = new Settings(
                "serve.protocols.git-lfs",
                Map.of("repositories", Map.of("novel", Map.of("prefix", "novel/"))),
                Path.of(""),
                file -> path -> List.of());
        ServerOptions options = ServerOptions.DEFAULT
                .port(0)
                .signIn(SignInOptions.TOKENS)
                .limits(LimitOptions.LOCAL)
                .protocols(Map.of("git-lfs", settings));
        try (LockManager locks = StoreManagers.over(store, ManagerOptions.DEFAULT);
                HoldfastServer server = HoldfastServer.start(locks, store, options)) {
            Remote.obey(URI.create(server.address()).getPort());
            // Its data is deleted, and its clients need no orderly end.
            Runtime.getRuntime().halt(0);
        }
    }
}
