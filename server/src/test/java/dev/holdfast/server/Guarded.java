package dev.holdfast.server;

import dev.holdfast.LockManager;
import dev.holdfast.ManagerOptions;
import dev.holdfast.Policies;
import dev.holdfast.internal.access.AccessTokens;
import dev.holdfast.internal.access.NewToken;
import dev.holdfast.internal.rules.AccessToken;
import dev.holdfast.server.options.SignInOptions;
import dev.holdfast.spi.LockStore;
import dev.holdfast.spi.StoreManagers;
import dev.holdfast.spi.StoreProvider;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;

/** A server with sign-in, on a store whose time is the test's. */
public final class Guarded implements AutoCloseable {
    private final AtomicReference<Duration> ahead = new AtomicReference<>(Duration.ZERO);
    private final LockStore store = StoreProvider.openStore(
            "memory:", () -> InstantSource.system().instant().plus(ahead.get()));
    private final AccessTokens tokens = new AccessTokens(store);
    private final LockManager locks;
    private final HoldfastServer server;

    Guarded(ServerOptions options) {
        this(options, ManagerOptions.DEFAULT);
    }

    Guarded(ServerOptions options, ManagerOptions how) {
        locks = StoreManagers.over(store, how);
        server = HoldfastServer.start(locks, store, options);
    }

    /** With tokens alone, and these policies. */
    public static Guarded byTokens(Policies policies) {
        return new Guarded(
                ServerOptions.DEFAULT.port(0).signIn(SignInOptions.TOKENS), ManagerOptions.DEFAULT.policies(policies));
    }

    /** With tokens alone. */
    public static Guarded byTokens() {
        return new Guarded(ServerOptions.DEFAULT.port(0).signIn(SignInOptions.TOKENS));
    }

    LockStore store() {
        return store;
    }

    public LockManager locks() {
        return locks;
    }

    public AccessTokens tokens() {
        return tokens;
    }

    public String address() {
        return server.address();
    }

    Http http() {
        return new Http(server.address());
    }

    /** A token; rights are {@code role} or {@code role:prefix}. */
    public NewToken token(String user, String... rights) {
        return tokens.create(unsaved(user, rights));
    }

    public static AccessToken unsaved(String user, String... rights) {
        List<AccessToken.Right> all = Arrays.stream(rights)
                .map(right -> right.split(":", 2))
                .map(parts -> new AccessToken.Right(parts[0], parts.length > 1 ? parts[1] : ""))
                .toList();
        return AccessToken.of(user, all);
    }

    /** Time passes for the store. */
    public Instant later(Duration duration) {
        ahead.accumulateAndGet(duration, Duration::plus);
        return store.read(List.of()).now();
    }

    @Override
    public void close() {
        server.close();
        locks.close();
    }
}
