package dev.holdfast.it.serve;

import dev.holdfast.LockManager;
import dev.holdfast.ManagerOptions;
import dev.holdfast.cli.project.ServeSettings;
import dev.holdfast.cli.project.WebhookSettings;
import dev.holdfast.cli.serve.ServerLauncher;
import dev.holdfast.internal.access.AccessTokens;
import dev.holdfast.spi.LockStore;
import dev.holdfast.spi.StoreManagers;
import dev.holdfast.spi.StoreProvider;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.Map;
import java.util.ServiceLoader;
import org.jspecify.annotations.Nullable;

/** A server with sign-in in this JVM, over a store in memory, for commands that are called in this JVM too. */
final class OwnServer implements AutoCloseable {
    private final LockStore store = StoreProvider.openStore("memory:", InstantSource.system());
    private final LockManager locks = StoreManagers.over(store, ManagerOptions.DEFAULT);
    private final AccessTokens tokens = new AccessTokens(store);
    private final ServerLauncher.Running running;

    /** @param socket where it listens besides a port; null for the port alone */
    OwnServer(ServeSettings.@Nullable Socket socket) {
        ServeSettings settings = new ServeSettings(
                "127.0.0.1",
                0,
                new ServeSettings.SignIn(true, null, null, Duration.ofHours(8)),
                null,
                new ServeSettings.Limits(0, null, null, null, null, Map.of()),
                ServeSettings.Audit.OFF,
                socket,
                ServeSettings.Web.NONE,
                ServeSettings.Protocols.NONE,
                WebhookSettings.NONE);
        running = ServiceLoader.load(ServerLauncher.class)
                .findFirst()
                .orElseThrow()
                .start(locks, store, settings);
    }

    LockManager locks() {
        return locks;
    }

    AccessTokens tokens() {
        return tokens;
    }

    String address() {
        return running.address();
    }

    /** Removes all locks, and makes the folder a project. */
    void begin(Path folder) throws Exception {
        Files.createDirectories(folder.resolve(".git"));
        locks.admin().clear("the test");
    }

    /** Returns the variables of a command that asks this server. */
    Map<String, String> environment(String token) {
        Map<String, String> environment = new HashMap<>(System.getenv());
        environment.keySet().removeIf(name -> name.startsWith("HOLDFAST_"));
        environment.put("HOLDFAST_STORE", address());
        environment.put("HOLDFAST_TOKEN", token);
        environment.put("HOLDFAST_OWNER", "me");
        return environment;
    }

    @Override
    public void close() {
        running.close();
        locks.close();
    }
}
