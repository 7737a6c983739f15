package dev.holdfast.protocol.gitlfs;

import dev.holdfast.LockManager;
import dev.holdfast.LockRequest;
import dev.holdfast.ManagerOptions;
import dev.holdfast.Owner;
import dev.holdfast.Policies;
import dev.holdfast.Preset;
import dev.holdfast.Receipt;
import dev.holdfast.internal.access.AccessTokens;
import dev.holdfast.internal.rules.AccessToken;
import dev.holdfast.server.HoldfastServer;
import dev.holdfast.server.ServerOptions;
import dev.holdfast.server.options.LimitOptions;
import dev.holdfast.server.options.SignInOptions;
import dev.holdfast.server.protocol.ResourceNames;
import dev.holdfast.server.protocol.Settings;
import dev.holdfast.server.webhooks.WebhookOptions;
import dev.holdfast.spi.LockStore;
import dev.holdfast.spi.StoreManagers;
import dev.holdfast.spi.StoreProvider;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** A server that speaks Git LFS, on a store whose time is the test's. */
final class LfsServer implements AutoCloseable {
    private static final Pattern CHAPTER = Pattern.compile("Manuscript/Chapters/(Chapter_\\d\\d)(_\\w+)?\\.md");

    private final AtomicReference<Duration> ahead = new AtomicReference<>(Duration.ZERO);
    private final LockStore store;
    private final AccessTokens tokens;
    private final LockManager locks;
    private final HoldfastServer server;
    private final Map<String, String> secrets = new LinkedHashMap<>();

    private LfsServer(String address, Policies policies, Map<String, Object> repository, WebhookOptions webhooks) {
        this.store = StoreProvider.openStore(
                address, () -> InstantSource.system().instant().plus(ahead.get()));
        this.tokens = new AccessTokens(store);
        this.locks = StoreManagers.over(store, ManagerOptions.DEFAULT.policies(policies));
        this.server = HoldfastServer.start(
                locks,
                store,
                ServerOptions.DEFAULT
                        .port(0)
                        .signIn(SignInOptions.TOKENS)
                        .limits(LimitOptions.SIGNED_IN.quotas(LimitOptions.LOCAL.quotas()))
                        .webhooks(webhooks)
                        .protocols(Map.of("git-lfs", settings(repository))));
    }

    static LfsServer start(Map<String, Object> repository) {
        return at("memory:", repository);
    }

    static LfsServer at(String address, Map<String, Object> repository) {
        return new LfsServer(address, Policies.of(Preset.OFFLINE), repository, WebhookOptions.NONE);
    }

    static LfsServer under(Policies policies, Map<String, Object> repository) {
        return new LfsServer("memory:", policies, repository, WebhookOptions.NONE);
    }

    static LfsServer calling(WebhookOptions webhooks) {
        return new LfsServer("memory:", Policies.of(Preset.OFFLINE), Map.of(), webhooks);
    }

    /** The section of one repository; its map is that of a book, whatever file it names. */
    static Settings settings(Map<String, Object> repository) {
        ResourceNames book = path -> {
            Matcher chapter = CHAPTER.matcher(path);
            return chapter.matches() ? List.of(chapter.group(1)) : List.of();
        };
        return new Settings(
                "serve.protocols.git-lfs",
                Map.of("repositories", Map.of("novel", repository)),
                Path.of(""),
                file -> book);
    }

    LockManager locks() {
        return locks;
    }

    String address() {
        return server.address() + "/git/novel/info/lfs";
    }

    String server() {
        return server.address();
    }

    /** The token of a user; rights are {@code role} or {@code role:prefix}, editor if none are named. */
    synchronized String token(String user, String... rights) {
        return secrets.computeIfAbsent(
                user, any -> create(user, rights.length == 0 ? new String[] {"editor"} : rights));
    }

    private String create(String user, String... rights) {
        List<AccessToken.Right> all = Arrays.stream(rights)
                .map(right -> right.split(":", 2))
                .map(parts -> new AccessToken.Right(parts[0], parts.length > 1 ? parts[1] : ""))
                .toList();
        return tokens.create(AccessToken.of(user, all)).secret();
    }

    LfsHttp as(String user, String... rights) {
        return new LfsHttp(address(), user, token(user, rights));
    }

    /** Acquires as another tool would. */
    Receipt acquire(String resource, String owner, @Nullable String user) throws InterruptedException {
        Owner by = Owner.of(owner).named(owner).user(user == null ? "" : user);
        return locks.holds()
                .grant(LockRequest.of(resource).owner(by))
                .receipts()
                .get(0);
    }

    Instant later(Duration duration) {
        ahead.accumulateAndGet(duration, Duration::plus);
        return store.read(List.of()).now();
    }

    @Override
    public void close() {
        server.close();
        locks.close();
    }
}
