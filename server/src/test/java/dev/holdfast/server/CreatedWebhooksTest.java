package dev.holdfast.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.sun.net.httpserver.HttpServer;
import dev.holdfast.Lease;
import dev.holdfast.LockManager;
import dev.holdfast.LockRequest;
import dev.holdfast.ManagerOptions;
import dev.holdfast.internal.access.AccessTokens;
import dev.holdfast.internal.json.Json;
import dev.holdfast.internal.rules.AccessToken;
import dev.holdfast.internal.storage.ServerNotes;
import dev.holdfast.server.Http.Told;
import dev.holdfast.server.options.AuditOptions;
import dev.holdfast.server.options.SignInOptions;
import dev.holdfast.server.webhooks.AllowedAddresses;
import dev.holdfast.server.webhooks.HookKey;
import dev.holdfast.server.webhooks.HookOptions;
import dev.holdfast.server.webhooks.WebhookOptions;
import dev.holdfast.server.webhooks.WebhookSecret;
import dev.holdfast.spi.Key.Kind;
import dev.holdfast.spi.LockStore;
import dev.holdfast.spi.Query;
import dev.holdfast.spi.StoreManagers;
import dev.holdfast.spi.StoreProvider;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Collectors;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Webhooks that administrators create and delete over HTTP, within what the operator allows. */
@Timeout(value = 300, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class CreatedWebhooksTest {
    private static final Duration MINUTE = Duration.ofMinutes(1);
    private static final String KEY = "the key of the operator, 32 characters";
    private static final String HOOKS = "/v1/admin/webhooks";

    /** A call that the receiver got: its headers that matter, and its body. */
    private record Call(String id, String timestamp, String signature, String body) {}

    @TempDir
    private Path folder;

    private final List<Call> calls = new CopyOnWriteArrayList<>();
    private HttpServer receiver;
    private LockStore store;
    private LockManager locks;

    @BeforeEach
    void open() throws Exception {
        receiver = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        receiver.createContext("/", exchange -> {
            try (exchange) {
                calls.add(new Call(
                        exchange.getRequestHeaders().getFirst("webhook-id"),
                        exchange.getRequestHeaders().getFirst("webhook-timestamp"),
                        exchange.getRequestHeaders().getFirst("webhook-signature"),
                        new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8)));
                exchange.sendResponseHeaders(204, -1);
            }
        });
        receiver.start();
        store = StoreProvider.openStore("sqlite:" + folder.resolve("locks.db"), InstantSource.system());
        locks = StoreManagers.over(store, ManagerOptions.DEFAULT);
    }

    @AfterEach
    void close() {
        receiver.stop(0);
        locks.close();
    }

    private HoldfastServer serve(@Nullable String key) {
        HookOptions own = new HookOptions("own", URI.create("http://127.0.0.1:1/"), WebhookSecret.of(KEY))
                .only(List.of("nothing"), Set.of());
        ServerOptions options = ServerOptions.DEFAULT
                .port(0)
                .signIn(SignInOptions.TOKENS)
                .audit(AuditOptions.of(folder.resolve("audit" + System.nanoTime() + ".jsonl")))
                .webhooks(new WebhookOptions(
                        List.of(own),
                        AllowedAddresses.of(List.of("127.0.0.0/8")),
                        key == null ? null : HookKey.of(key)));
        return HoldfastServer.start(locks, store, options);
    }

    private Http caller(HoldfastServer server, String user, AccessToken.Right right) {
        return new Http(server.address())
                .as(new AccessTokens(store)
                        .create(AccessToken.of(user, List.of(right)))
                        .secret());
    }

    private Http admin(HoldfastServer server) {
        return caller(server, "olga" + System.nanoTime(), new AccessToken.Right("admin", ""));
    }

    private String wanted(String name) {
        return wanted(name, "http://127.0.0.1:" + receiver.getAddress().getPort() + "/in?key=1", "");
    }

    private static String wanted(String name, String url, String more) {
        return "{\"name\":\"" + name + "\",\"url\":\"" + url + "\"" + more + "}";
    }

    private List<String> about(String resource) {
        return calls.stream()
                .map(call -> (Map<?, ?>) Json.readObject(call.body()))
                .filter(body -> ((Map<?, ?>) body.get("data")).get("resource").equals(resource))
                .map(body -> String.valueOf(body.get("type")))
                .toList();
    }

    private static List<String> names(Http admin) throws Exception {
        return ((List<?>) admin.get(HOOKS).json().get("webhooks"))
                .stream()
                        .map(hook -> String.valueOf(((Map<?, ?>) hook).get("name")))
                        .toList();
    }

    private String audited() throws Exception {
        StringBuilder all = new StringBuilder();
        try (var files = Files.list(folder)) {
            for (Path file :
                    files.filter(one -> one.toString().contains("audit")).toList()) {
                all.append(Files.readString(file));
            }
        }
        return all.toString();
    }

    @Test
    void webhook_isCreated_calledWithItsSecret_survivesARestart_andIsDeleted() throws Exception {
        String secret;
        try (HoldfastServer server = serve(KEY);
                HoldfastServer other = serve(KEY)) {
            Http admin = admin(server);
            Told made = admin.post(HOOKS, wanted("chat"));
            assertThat(made.status()).as(made.response().body()).isEqualTo(201);
            secret = made.text("secret");
            assertThat(secret).startsWith("whsec_");
            assertThat(((Map<?, ?>) made.json().get("webhook")).get("createdBy"))
                    .asString()
                    .startsWith("olga");
            locks.acquire("a").close();
            await().atMost(MINUTE).until(() -> about("a").size() >= 2);
            assertThat(about("a")).startsWith("lock.acquired").contains("lock.released");
            Call call = calls.get(0);
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(Base64.getDecoder().decode(secret.substring("whsec_".length())), "HmacSHA256"));
            byte[] signed = (call.id() + "." + call.timestamp() + "." + call.body()).getBytes(StandardCharsets.UTF_8);
            assertThat(call.signature()).isEqualTo("v1," + Base64.getEncoder().encodeToString(mac.doFinal(signed)));
            Http elsewhere = admin(other);
            await().atMost(MINUTE).until(() -> names(elsewhere).equals(List.of("own", "chat")));
            assertThat(admin.get("/metrics").response().body()).contains("holdfast_webhooks_waiting{hook=\"chat\"}");
            assertThat(admin.get(HOOKS).response().body()).doesNotContain(secret, KEY);
        }
        locks.acquire("meanwhile").close();
        try (HoldfastServer server = serve(KEY)) {
            await().atMost(MINUTE).until(() -> about("meanwhile").size() >= 2);
            Http admin = admin(server);
            assertThat(admin.delete(HOOKS + "/chat").response().body()).isEqualTo("{\"deleted\":1}");
            assertThat(admin.delete(HOOKS + "/chat").status()).isEqualTo(404);
            assertThat(names(admin)).containsExactly("own");
            assertThat(admin.get("/metrics").response().body()).doesNotContain("hook=\"chat\"");
            int before = calls.size();
            locks.acquire("b").close();
            Told again = admin.post(
                    HOOKS,
                    wanted(
                            "chat",
                            "http://127.0.0.1:" + receiver.getAddress().getPort() + "/",
                            ",\"resources\":[\"c\"],\"events\":[\"released\"]"));
            assertThat(again.text("secret")).as("another one").isNotEqualTo(secret);
            locks.acquire("c").close();
            await().atMost(MINUTE).until(() -> about("c").equals(List.of("lock.released")));
            assertThat(calls).as("nothing of what was before").hasSize(before + 1);
            await().atMost(MINUTE)
                    .untilAsserted(() -> assertThat(audited())
                            .contains("\"what\":\"create-webhook\"", "\"what\":\"delete-webhook\"", "127.0.0.1")
                            .doesNotContain("key=1", "whsec_"));
        }
    }

    @Test
    void webhook_mayWantToBeToldBeforeTheEndOfAHold() throws Exception {
        try (HoldfastServer server = serve(KEY)) {
            Http admin = admin(server);
            locks.holds()
                    .grant(LockRequest.of("a")
                            .lease(new Lease(null, Duration.ofDays(1).plusMillis(1), null)));
            Told made = admin.post(
                    HOOKS,
                    wanted(
                            "chat",
                            "http://127.0.0.1:" + receiver.getAddress().getPort() + "/",
                            ",\"events\":[\"ends-soon\"]"));
            assertThat(made.response().body()).contains("\"events\":[\"ends-soon\"],\"endsSoon\":\"PT24H\"");
            assertThat(admin.post(HOOKS, wanted("some", "http://127.0.0.1/", ",\"events\":[\"released\"]"))
                            .response()
                            .body())
                    .contains("\"events\":[\"released\"],\"endsSoon\":null");
            await().atMost(MINUTE.multipliedBy(3)).until(() -> about("a").equals(List.of("lock.ends-soon")));
        }
    }

    @Test
    void aPause_survivesARestart_andEndsWithItsWebhook() throws Exception {
        try (HoldfastServer server = serve(KEY)) {
            Http admin = admin(server);
            admin.post(HOOKS, wanted("chat"));
            assertThat(admin.post(HOOKS + "/chat/pause", "{}").status()).isEqualTo(200);
        }
        try (HoldfastServer server = serve(KEY)) {
            Http admin = admin(server);
            assertThat(admin.get(HOOKS).response().body()).contains("An administrator has paused it.");
            admin.delete(HOOKS + "/chat");
            admin.post(HOOKS, wanted("chat"));
            locks.acquire("a").close();
            await().atMost(MINUTE).until(() -> about("a").size() == 2);
            assertThat(new ServerNotes(store).find("webhooks-paused")).isEmpty();
        }
    }

    /** A later version may have written hooks, and more about a hook, than this one can read. */
    @Test
    void whatALaterVersionHasWritten_isKeptByEveryChange() throws Exception {
        ServerNotes notes = new ServerNotes(store);
        String later = "{\"name\":\"later\",\"id\":\"x\",\"target\":{\"queue\":\"locks\"},\"at\":\"yesterday\"}";
        try (HoldfastServer server = serve(KEY)) {
            Http admin = admin(server);
            admin.post(HOOKS, wanted("chat"));
            notes.change(
                    "webhooks",
                    text -> text.replace("{\"hooks\":[", "{\"format\":2,\"hooks\":[" + later + ",")
                            .replace("\"name\":\"chat\"", "\"name\":\"chat\",\"colour\":\"blue\""));
        }
        try (HoldfastServer server = serve(KEY)) {
            Http admin = admin(server);
            assertThat(names(admin)).as("read after one that cannot be read").containsExactly("own", "chat");
            assertThat(admin.post(HOOKS, wanted("later")).status())
                    .as("a name that is taken")
                    .isEqualTo(409);
            assertThat(admin.post(HOOKS, wanted("more")).status()).isEqualTo(201);
            assertThat(notes.find("webhooks").orElseThrow()).contains(later, "\"format\":2", "\"colour\":\"blue\"");
            assertThat(admin.delete(HOOKS + "/chat").status()).isEqualTo(200);
            assertThat(notes.find("webhooks").orElseThrow())
                    .contains(later, "\"format\":2", "\"name\":\"more\"")
                    .doesNotContain("chat");
        }
    }

    @Test
    void aListThatCannotBeRead_isNotChanged_andItsHooksGoOn() throws Exception {
        ServerNotes notes = new ServerNotes(store);
        try (HoldfastServer server = serve(KEY)) {
            Http admin = admin(server);
            admin.post(HOOKS, wanted("chat"));
            for (String unknown : List.of("hooks: of a later version", "{\"hooks\":{\"a\":{}}}")) {
                notes.put("webhooks", unknown);
                Told made = admin.post(HOOKS, wanted("more"));
                assertThat(made.status()).isEqualTo(409);
                assertThat(made.text("detail")).contains("later version", "with that version");
                assertThat(admin.delete(HOOKS + "/chat").status()).isEqualTo(409);
                assertThat(notes.find("webhooks")).contains(unknown);
            }
            locks.acquire("a").close();
            await().atMost(MINUTE).until(() -> about("a").size() == 2);
            assertThat(names(admin)).containsExactly("own", "chat");
        }
    }

    @Test
    @Tag("safety")
    void store_hasNoSecretOfAWebhook() throws Exception {
        try (HoldfastServer server = serve(KEY)) {
            String secret = admin(server).post(HOOKS, wanted("chat")).text("secret");
            String kept = store.query(Query.all(Kind.SERVER)).entries().stream()
                    .map(entry -> entry.body().toString())
                    .collect(Collectors.joining());
            assertThat(kept).contains("chat").doesNotContain(secret, secret.substring("whsec_".length()), KEY);
        }
    }

    @Test
    @Tag("safety")
    void onlyUnlimitedAdministrators_createAndDelete_andOnlyWhereTheOperatorSaysSo() throws Exception {
        try (HoldfastServer server = serve(KEY)) {
            for (AccessToken.Right right : List.of(
                    new AccessToken.Right("editor", ""),
                    new AccessToken.Right("admin", "scene/"),
                    new AccessToken.Right("admin", "").only(Set.of("force")))) {
                Http caller = caller(server, "u" + System.nanoTime(), right);
                assertThat(caller.post(HOOKS, wanted("chat")).status())
                        .as("%s", right)
                        .isEqualTo(403);
                assertThat(caller.delete(HOOKS + "/own").status())
                        .as("%s", right)
                        .isEqualTo(403);
            }
            assertThat(new Http(server.address()).post(HOOKS, wanted("chat")).status())
                    .isEqualTo(401);
            assertThat(admin(server).delete(HOOKS + "/own").status())
                    .as("of the operator")
                    .isEqualTo(409);
            assertThat(admin(server).post(HOOKS, wanted("own")).status()).isEqualTo(409);
        }
        try (HoldfastServer server = serve(null)) {
            Told told = admin(server).post(HOOKS, wanted("chat"));
            assertThat(told.status()).isEqualTo(409);
            assertThat(told.text("detail")).contains("serve.webhooks.key-env");
        }
        assertThat(calls).isEmpty();
    }

    @Test
    @Tag("safety")
    void what_isTooMuchOrNotAllowed_isRefused() throws Exception {
        try (HoldfastServer server = serve(KEY)) {
            Http admin = admin(server);
            for (String body : List.of(
                    wanted("Chat", "http://127.0.0.1/", ""),
                    wanted("chat", "ftp://127.0.0.1/", ""),
                    wanted("chat", "no address", ""),
                    wanted("chat", "http://anna:secret@127.0.0.1/", ""),
                    wanted("chat", "http://127.0.0.1/" + "x".repeat(1_000), ""),
                    wanted("chat", "http://127.0.0.1/", ",\"events\":[\"none\"]"),
                    wanted("chat", "http://127.0.0.1/", ",\"rights\":[\"root\"]"),
                    wanted("chat", "http://127.0.0.1/", ",\"secret\":\"" + "s".repeat(40) + "\""),
                    wanted("chat", "http://127.0.0.1/", ",\"resources\":[" + "\"a\",".repeat(10) + "\"a\"]"))) {
                Told told = admin.post(HOOKS, body);
                assertThat(told.status()).as(body + told.response().body()).isIn(400, 422);
                assertThat(told.text("detail")).doesNotContain("anna:secret");
            }
            for (int i = 0; i < 10; i++) {
                assertThat(admin.post(HOOKS, wanted("chat-" + i)).status()).isEqualTo(201);
            }
            assertThat(admin.post(HOOKS, wanted("chat-3")).status())
                    .as("the same name")
                    .isEqualTo(409);
            Told eleventh = admin.post(HOOKS, wanted("more"));
            assertThat(eleventh.status()).isEqualTo(409);
            assertThat(eleventh.text("detail")).contains("10 webhooks");
        }
        ServerOptions named = ServerOptions.DEFAULT
                .port(0)
                .signIn(SignInOptions.TOKENS)
                .webhooks(new WebhookOptions(
                        List.of(), AllowedAddresses.of(List.of("hooks.example.org")), HookKey.of(KEY)));
        try (HoldfastServer server = HoldfastServer.start(locks, store, named)) {
            Http admin = admin(server);
            admin.delete(HOOKS + "/chat-0");
            for (String url :
                    List.of("https://other.example.org/", "http://hooks.example.org/", "https://127.0.0.1/")) {
                Told told = admin.post(HOOKS, wanted("chat", url, ""));
                assertThat(told.status()).as(url).isEqualTo(422);
                assertThat(told.text("detail")).contains("serve.webhooks.allow");
            }
        }
    }
}
