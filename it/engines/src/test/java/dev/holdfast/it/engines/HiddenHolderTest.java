package dev.holdfast.it.engines;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.HandOverRequest;
import dev.holdfast.HandOverRequest.Reply;
import dev.holdfast.Hold;
import dev.holdfast.LockHandle;
import dev.holdfast.LockManager;
import dev.holdfast.LockRequest;
import dev.holdfast.ManagerOptions;
import dev.holdfast.Owner;
import dev.holdfast.Policies;
import dev.holdfast.Policy.Privacy;
import dev.holdfast.Preset;
import dev.holdfast.client.HoldfastClient;
import dev.holdfast.engines.PostgresServer;
import dev.holdfast.internal.access.AccessTokens;
import dev.holdfast.internal.json.Json;
import dev.holdfast.internal.rules.AccessToken;
import dev.holdfast.server.HoldfastServer;
import dev.holdfast.server.ServerOptions;
import dev.holdfast.server.options.SignInOptions;
import dev.holdfast.spi.LockStore;
import dev.holdfast.spi.StoreManagers;
import dev.holdfast.spi.StoreProvider;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A hidden holder at one server is asked from another one, on one database: nothing that the asker receives names it. */
@Timeout(value = 300, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class HiddenHolderTest {
    private static final String RESOURCE = "policy/1";
    private static final String PATH = "policy%2F1";
    private static final ManagerOptions HIDDEN = ManagerOptions.DEFAULT.policies(Policies.of(Preset.OFFLINE)
            .and(Preset.OFFLINE.policy().toBuilder().privacy(Privacy.HIDDEN).build()));

    /** A server with sign-in in this JVM. */
    private record Served(LockStore store, LockManager locks, HoldfastServer server) implements AutoCloseable {
        static Served on(String database) {
            LockStore store = StoreProvider.openStore(database, InstantSource.system());
            LockManager locks = StoreManagers.over(store, HIDDEN);
            ServerOptions options = ServerOptions.DEFAULT.port(0).signIn(SignInOptions.TOKENS);
            return new Served(store, locks, HoldfastServer.start(locks, store, options));
        }

        String token(String user) {
            AccessToken token = AccessToken.of(user, List.of(AccessToken.Right.parse("editor")));
            return new AccessTokens(store).create(token).secret();
        }

        @Override
        public void close() {
            server.close();
            locks.close();
        }
    }

    @Test
    @Tag("safety")
    void holder_isInNoByteThatTheAskerReceives() throws Exception {
        String database = PostgresServer.shared().address() + "?connections=4&schema=h"
                + UUID.randomUUID().toString().replace("-", "");
        try (Served one = Served.on(database);
                Served two = Served.on(database);
                Wire wire = new Wire(two.server().address(), two.token("tom"))) {
            String secret = one.token("mia-at-claims");
            try (LockManager holder = HoldfastClient.open(one.server().address(), () -> secret, HIDDEN)) {
                play(holder, two, wire);
            }
        }
    }

    private static void play(LockManager holder, Served two, Wire wire) throws Exception {
        LockHandle held = holder.acquire(LockRequest.of(RESOURCE)
                .owner(Owner.of("tab-77-of-mia").named("Mia Holder"))
                .note("between us"));
        Hold hold = two.locks().view(RESOURCE).holders().get(0).hold();
        List<String> secrets = new ArrayList<>(List.of(
                "mia-at-claims",
                "tab-77-of-mia",
                "Mia Holder",
                "between us",
                Long.toString(held.fence()),
                hold.since().toString(),
                String.valueOf(hold.until()),
                held.receipts().get(0).holdId().toString(),
                held.receipts().get(0).text()));
        BlockingQueue<HandOverRequest> heard = new LinkedBlockingQueue<>();
        held.onRequest(heard::add);
        wire.listen();
        wire.post("/v1/locks", Map.of("resources", List.of(RESOURCE), "owner", Map.of("id", "tom-1")), 423);
        look(wire);

        String first = ask(wire, 201);
        HandOverRequest request = heard.poll(2, TimeUnit.MINUTES);
        assertThat(request).isNotNull();
        Awaitility.await("shown").atMost(Duration.ofMinutes(2)).until(() -> told(two) != null);
        secrets.add(told(two).toString());
        look(wire);
        ask(wire, 409); // an open one already
        assertThat(held.answer(request, Reply.promise(Duration.ofMinutes(10)).saying("soon")))
                .isPresent();
        assertThat(wire.get("/v1/requests/" + first)).contains("\"promised\"", "soon", "\"holder\":null");
        look(wire);
        wire.delete("/v1/requests/" + first);

        ask(wire, 201);
        request = heard.poll(2, TimeUnit.MINUTES);
        assertThat(request).isNotNull();
        assertThat(held.answer(request, Reply.no("not before tonight"))).isPresent();
        look(wire);
        holder.holds().requests().mute(RESOURCE, "tab-77-of-mia", true);
        assertThat(ask(wire, 409)).isEqualTo("muted");
        holder.holds().requests().mute(RESOURCE, "tab-77-of-mia", false);

        String last = ask(wire, 201);
        request = heard.poll(2, TimeUnit.MINUTES);
        assertThat(request).isNotNull();
        assertThat(held.answer(request, Reply.now())).isPresent();
        assertThat(wire.get("/v1/requests/" + last)).contains("\"handed\"");
        wire.post(
                "/v1/locks",
                Map.of("resources", List.of(RESOURCE), "owner", Map.of("id", "tom-1"), "receipt", last),
                201);
        look(wire);
        Awaitility.await("the event of the hand-over")
                .atMost(Duration.ofMinutes(2))
                .until(() -> wire.received().contains("event: "));

        String received = wire.received();
        assertThat(received).contains("tom", "promised", "declined", "handed", "not before tonight");
        for (String secret : secrets) {
            assertThat(received).as(secret).doesNotContainIgnoringCase(secret);
        }
    }

    private static Instant told(Served two) {
        return two.locks().view(RESOURCE).requests().get(0).told();
    }

    /** Asks. Returns the receipt, or why the holder was not asked. */
    private static String ask(Wire wire, int status) throws Exception {
        String answer = wire.post(
                "/v1/requests",
                Map.of("resource", RESOURCE, "owner", Map.of("id", "tom-1"), "message", "Can I have it?"),
                status);
        Map<String, ?> json = Json.readObject(answer);
        return String.valueOf(json.get(status == 409 ? "why" : "receipt"));
    }

    /** Reads everything that an editor may read. */
    private static void look(Wire wire) throws Exception {
        for (String path : List.of(
                "/v1/locks",
                "/v1/locks/" + PATH,
                "/v1/history",
                "/v1/history?resource=" + PATH,
                "/v1/policies/" + PATH,
                "/v1/owners/tom-1/requests",
                "/v1/owners/tom-1/holds",
                "/v1/contention",
                "/v1/locks/" + PATH + "/nothing",
                "/v1/requests/nothing",
                "/v1/owners/tab-77-of-someone/requests")) {
            wire.get(path);
        }
    }
}
