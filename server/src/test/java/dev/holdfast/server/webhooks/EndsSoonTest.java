package dev.holdfast.server.webhooks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.holdfast.Hold;
import dev.holdfast.Holds.Grant;
import dev.holdfast.Lease;
import dev.holdfast.LockEvent.EventKind;
import dev.holdfast.LockManager;
import dev.holdfast.LockRequest;
import dev.holdfast.ManagerOptions;
import dev.holdfast.Owner;
import dev.holdfast.Policies;
import dev.holdfast.Policy.Privacy;
import dev.holdfast.Preset;
import dev.holdfast.internal.json.Json;
import dev.holdfast.internal.manager.Managers;
import dev.holdfast.server.HoldfastServer;
import dev.holdfast.server.ServerOptions;
import dev.holdfast.spi.StoreManagers;
import dev.holdfast.spi.StoreProvider;
import dev.holdfast.testkit.FakeTime;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Holds without heartbeats, whose hooks are told before their end. The store's clock is the test's. That nothing was sent of a
 * hold is known when a later one was told of: a look goes by the names of resources, and {@code z} is the last.
 */
@Timeout(value = 300, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class EndsSoonTest {
    private static final Duration MINUTE = Duration.ofMinutes(1);
    private static final Duration DAY = Duration.ofDays(1);
    private static final Duration WEEK = Duration.ofDays(7);
    private static final Owner ANN = Owner.of("anns-clone").named("Ann Smith").user("ann");
    private static final RetryOptions QUICK = new RetryOptions(50, Duration.ofMillis(5), Duration.ofSeconds(5));

    private final FakeTime time = FakeTime.create();
    private final AtomicInteger status = new AtomicInteger(200);
    private int markers;

    @TempDir
    private Path folder;

    private LockManager locks;
    private Receiver receiver;

    @BeforeEach
    void open() throws Exception {
        locks = open("memory:");
        receiver = new Receiver(call -> call.resource().startsWith("fine") ? 200 : status.get());
    }

    @AfterEach
    void close() {
        receiver.close();
        locks.close();
    }

    private LockManager open(String address) {
        return StoreManagers.over(
                StoreProvider.openStore(address, time),
                ManagerOptions.DEFAULT.policies(Policies.of(Preset.OFFLINE)
                        .and(Preset.OFFLINE.policy().toBuilder()
                                .pattern("hidden/**")
                                .privacy(Privacy.HIDDEN)
                                .build())));
    }

    private void use(String kind) {
        if (kind.equals("sqlite")) {
            locks.close();
            locks = open("sqlite:" + folder.resolve("locks.db"));
        }
    }

    private HookOptions hook(String name, Receiver to) {
        return new HookOptions(name, to.url(), WebhookSecret.of("s".repeat(32))).tries(MINUTE, QUICK);
    }

    private HoldfastServer serve(HookOptions... hooks) {
        return HoldfastServer.start(
                locks,
                ServerOptions.DEFAULT
                        .port(0)
                        .webhooks(new WebhookOptions(List.of(hooks), AllowedAddresses.of(List.of("127.0.0.0/8")))));
    }

    private HoldfastServer serve(UnaryOperator<HookOptions> how) {
        return serve(how.apply(hook("test", receiver)));
    }

    private HoldfastServer serve() {
        return serve(hook -> hook);
    }

    private static Lease idle(Duration lease) {
        return new Lease(null, lease, null);
    }

    private Grant grant(String resource, Lease lease) throws InterruptedException {
        Grant grant = locks.holds()
                .grant(LockRequest.of(resource).owner(ANN).lease(lease).note("Chapter 3"));
        assertThat(grant.granted()).isTrue();
        return grant;
    }

    private Grant grant(String resource, Duration lease) throws InterruptedException {
        return grant(resource, idle(lease));
    }

    /** Acquires a lock that is told of by a look after the next one, and waits until all is delivered. */
    private void awaitLook(HoldfastServer server) throws InterruptedException {
        String marker = "z" + ++markers;
        grant(marker, DAY.plusSeconds(1));
        time.advance(MINUTE.plusSeconds(1));
        await().atMost(MINUTE).until(() -> {
            takeAndRelease("zz"); // a change wakes the thread that looks
            return !soon(marker).isEmpty();
        });
        await().atMost(MINUTE).until(() -> shown(server).get("waiting").equals(0L));
    }

    private void takeAndRelease(String resource) {
        locks.acquire(resource).close();
    }

    private List<Receiver.Call> soon(String resource) {
        return soon(receiver, resource);
    }

    private static List<Receiver.Call> soon(Receiver to, String resource) {
        return to.about(resource).stream()
                .filter(call -> call.type().equals("lock.ends-soon"))
                .toList();
    }

    private static Map<?, ?> get(HoldfastServer server, String path) throws Exception {
        return Json.readObject(HttpClient.newHttpClient()
                .send(
                        HttpRequest.newBuilder(URI.create(server.address() + "/v1/admin/webhooks" + path))
                                .build(),
                        BodyHandlers.ofString())
                .body());
    }

    private static Map<?, ?> shown(HoldfastServer server) throws Exception {
        return (Map<?, ?>) ((List<?>) get(server, "").get("webhooks")).get(0);
    }

    private static List<Map<?, ?>> deadLetters(HoldfastServer server) throws Exception {
        List<Map<?, ?>> letters = new ArrayList<>();
        ((List<?>) get(server, "/test/dead-letters").get("deadLetters")).forEach(one -> letters.add((Map<?, ?>) one));
        return letters;
    }

    private Position kept() {
        return Managers.serverNotes(locks)
                .flatMap(notes -> notes.find("webhook/test"))
                .map(Position::of)
                .orElseThrow();
    }

    @ParameterizedTest
    @ValueSource(strings = {"memory", "sqlite"})
    void aHold_isToldOfOnce_aDayBeforeItsEnd(String kind) throws Exception {
        use(kind);
        Instant end = time.instant().plus(WEEK);
        try (HoldfastServer server = serve()) {
            Hold hold = grant("a", WEEK).holds().get(0);
            time.advance(WEEK.minus(DAY).minusMinutes(10));
            awaitLook(server);
            assertThat(soon("a")).isEmpty();
            time.advance(Duration.ofMinutes(10));
            awaitLook(server);
            assertThat(soon("a")).singleElement().satisfies(call -> {
                assertThat(call.data().get("kind")).isEqualTo("ends-soon");
                assertThat(call.data().get("name")).isEqualTo("Ann Smith");
                assertThat(call.data().get("note")).isEqualTo("Chapter 3");
                assertThat(call.data().get("until")).isEqualTo(end.toString());
                assertThat(call.data().get("fence")).isEqualTo(hold.fence());
                assertThat(call.data().get("version")).isEqualTo(hold.fence());
                assertThat(call.data().get("actor")).isEqualTo("");
                assertThat(Instant.parse(
                                String.valueOf(Json.readObject(call.body()).get("timestamp"))))
                        .isBetween(end.minus(DAY), end.minus(DAY).plus(MINUTE.multipliedBy(3)));
            });
            time.advance(DAY.minusMinutes(10));
            awaitLook(server);
            assertThat(soon("a")).hasSize(1);
            assertThat(shown(server).get("waiting")).isEqualTo(0L);
            time.advance(Duration.ofMinutes(10));
            locks.admin().sweep();
            await().atMost(MINUTE).until(() -> receiver.types("a").contains("lock.expired"));
            assertThat(receiver.types("a")).containsExactly("lock.acquired", "lock.ends-soon", "lock.expired");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"memory", "sqlite"})
    void aRestart_neitherRepeatsNorLosesOne(String kind) throws Exception {
        use(kind);
        try (HoldfastServer server = serve()) {
            grant("told", DAY.plusHours(1));
            grant("waits", DAY.plusHours(2));
            grant("fine", DAY.plusHours(2).plusSeconds(1));
            grant("meanwhile", DAY.plusHours(3));
            grant("later", DAY.plusHours(9));
            time.advance(Duration.ofHours(1));
            awaitLook(server);
            assertThat(soon("told")).hasSize(1);
            status.set(500);
            time.advance(Duration.ofHours(1));
            await().atMost(MINUTE)
                    .until(() -> !soon("waits").isEmpty() && !soon("fine").isEmpty());
        }
        time.advance(Duration.ofHours(2));
        String tried = soon("waits").get(0).header("webhook-id");
        int before = receiver.calls().size();
        status.set(200);
        for (int restarts = 0; restarts < 3; restarts++) {
            try (HoldfastServer server = serve()) {
                awaitLook(server);
            }
        }
        List<Receiver.Call> since = receiver
                .calls()
                .subList(before, receiver.calls().size())
                .stream()
                .filter(call ->
                        call.type().equals("lock.ends-soon") && !call.resource().startsWith("z"))
                .toList();
        assertThat(since).extracting(Receiver.Call::resource).containsExactlyInAnyOrder("waits", "meanwhile");
        assertThat(soon("waits")).extracting(call -> call.header("webhook-id")).containsOnly(tried);
    }

    @Test
    void aHoldThatIsRenewed_isToldOfAgain_beforeItsNewEnd() throws Exception {
        try (HoldfastServer server = serve()) {
            Grant grant = grant("a", WEEK);
            for (int times = 1; times <= 2; times++) {
                time.advance(WEEK.minus(DAY));
                awaitLook(server);
                assertThat(soon("a")).hasSize(times);
                assertThat(locks.holds().renew(grant.receipts().get(0), true)).isPresent();
                awaitLook(server);
                assertThat(soon("a")).hasSize(times);
            }
            assertThat(soon("a").get(0).header("webhook-id"))
                    .isNotEqualTo(soon("a").get(1).header("webhook-id"));
        }
    }

    @Test
    void aHoldWhoseLeaseIsNotLonger_orThatWasReleased_isNotToldOf() throws Exception {
        try (HoldfastServer server = serve()) {
            grant("day", DAY);
            grant("heartbeats", new Lease(Duration.ofDays(2), null, Duration.ofSeconds(30)));
            grant("for-ever", Lease.NONE);
            Grant released = grant("released", DAY.plusMinutes(1));
            locks.holds().release(released.receipts());
            locks.holds()
                    .renew(
                            grant("heartbeats-2", Duration.ofMinutes(30))
                                    .receipts()
                                    .get(0),
                            true);
            awaitLook(server);
            awaitLook(server);
            assertThat(receiver.calls().stream()
                            .filter(call -> call.type().equals("lock.ends-soon"))
                            .map(Receiver.Call::resource))
                    .containsExactly("z1", "z2");
        }
    }

    @Test
    void aNewHook_isToldOfAllThatEndSoon_andAnotherTimeIsKept() throws Exception {
        grant("a", WEEK);
        time.advance(WEEK.minusHours(5));
        try (HoldfastServer server = serve(hook -> hook.endsSoon(Duration.ofHours(4)))) {
            assertThat(shown(server).get("endsSoon")).isEqualTo("PT4H");
            grant("b", Duration.ofHours(4).plusSeconds(1));
            time.advance(MINUTE.plusSeconds(1));
            await().atMost(MINUTE).until(() -> !soon("b").isEmpty());
            assertThat(soon("a")).isEmpty();
        }
        try (HoldfastServer server = serve()) {
            await().atMost(MINUTE)
                    .until(() ->
                            !soon("a").isEmpty() && shown(server).get("waiting").equals(0L));
            assertThat(soon("b")).as("a longer time, but its lease is not").hasSize(1);
        }
    }

    @Test
    void onlyHooksThatWantIt_areSentIt_forTheirResources() throws Exception {
        Receiver other = new Receiver(call -> 200);
        Receiver scenes = new Receiver(call -> 200);
        HookOptions plain = hook("plain", other).only(List.of("**"), Set.of(EventKind.RELEASED));
        HookOptions some =
                hook("some", scenes).only(List.of("scene/*"), Set.of()).endsSoon(DAY);
        try (other;
                scenes;
                HoldfastServer server = serve(hook("test", receiver), plain, some)) {
            assertThat(((Map<?, ?>) ((List<?>) get(server, "").get("webhooks")).get(2)).get("events"))
                    .isEqualTo(List.of("ends-soon"));
            grant("a", DAY.plusMinutes(1));
            grant("scene/1", DAY.plusMinutes(1));
            awaitLook(server);
            awaitLook(server);
            assertThat(soon("a")).hasSize(1);
            assertThat(soon("scene/1")).hasSize(1);
            assertThat(shown(server).get("events"))
                    .asInstanceOf(InstanceOfAssertFactories.LIST)
                    .contains("ends-soon", "acquired");
        }
        assertThat(soon(other, "a")).isEmpty();
        assertThat(soon(other, "scene/1")).isEmpty();
        assertThat(scenes.calls()).extracting(Receiver.Call::resource).containsExactly("scene/1");
    }

    @Test
    void aHiddenHolder_isNotNamed_unlessTheHookHasTheRight() throws Exception {
        Receiver trusted = new Receiver(call -> 200);
        try (trusted;
                HoldfastServer server =
                        serve(hook("test", receiver), hook("admin", trusted).rights(List.of("admin:hidden/")))) {
            grant("hidden/1", DAY.plusMinutes(1));
            awaitLook(server);
            awaitLook(server);
            await().atMost(MINUTE).until(() -> !soon(trusted, "hidden/1").isEmpty());
            assertThat(trusted.about("z1")).as("outside of its rights").isEmpty();
        }
        assertThat(soon("hidden/1")).singleElement().satisfies(call -> {
            assertThat(call.body()).doesNotContain("Ann", "ann", "Chapter 3");
            for (String field : List.of("name", "owner", "fence", "version", "since", "until", "lease")) {
                assertThat(call.data().get(field)).as(field).isNull();
            }
        });
        assertThat(soon(trusted, "hidden/1").get(0).body()).contains("Ann Smith", "Chapter 3", "until\":\"2026");
    }

    @Test
    void whatHappenedBefore_isSentBefore() throws Exception {
        status.set(500);
        try (HoldfastServer server = serve()) {
            Grant grant = grant("a", DAY.plusMinutes(1));
            time.advance(MINUTE.multipliedBy(2));
            await().atMost(MINUTE).until(() -> shown(server).get("waiting").equals(2L));
            locks.holds().release(grant.receipts());
            await().atMost(MINUTE).until(() -> shown(server).get("waiting").equals(3L));
            int tried = receiver.calls().size();
            assertThat(receiver.types("a")).containsOnly("lock.acquired");
            status.set(200);
            await().atMost(MINUTE).until(() -> shown(server).get("delivered").equals(3L));
            assertThat(receiver.types("a")).endsWith("lock.acquired", "lock.ends-soon", "lock.released");
            assertThat(tried).isPositive();
        }
    }

    @Test
    void moreThanAPage_isToldOf_onceEach() throws Exception {
        int many = 2_500;
        for (int i = 0; i < many; i++) {
            grant("a" + i, DAY.plusMinutes(1));
        }
        try (HoldfastServer server =
                serve(hook -> hook.only(List.of("**"), Set.of()).endsSoon(DAY).keeping(10_000, 10))) {
            time.advance(MINUTE.multipliedBy(2));
            await().atMost(MINUTE).until(() -> shown(server).get("delivered").equals((long) many));
            awaitLook(server);
            awaitLook(server);
            assertThat(receiver.calls().stream().map(Receiver.Call::resource).filter(name -> name.startsWith("a")))
                    .hasSize(many)
                    .doesNotHaveDuplicates();
        }
        assertThat(kept().announced()).hasSizeLessThanOrEqualTo(Announced.MAX);
    }

    @ParameterizedTest
    @ValueSource(strings = {"memory", "sqlite"})
    void aDeadLetter_isThereAfterARestart_ifItIsStillTrue(String kind) throws Exception {
        use(kind);
        status.set(500);
        UnaryOperator<HookOptions> once = hook -> hook.only(List.of("a", "b"), Set.of())
                .endsSoon(DAY)
                .tries(MINUTE, new RetryOptions(1, Duration.ofMillis(5), Duration.ofMillis(5)));
        Map<?, ?> first;
        Grant renewed;
        try (HoldfastServer server = serve(once)) {
            grant("a", DAY.plusMinutes(1));
            renewed = grant("b", DAY.plusMinutes(1));
            time.advance(MINUTE.multipliedBy(2));
            await().atMost(MINUTE).until(() -> shown(server).get("deadLetters").equals(2L));
            first = deadLetters(server).stream()
                    .filter(letter -> letter.get("resource").equals("a"))
                    .findFirst()
                    .orElseThrow();
        }
        locks.holds().renew(renewed.receipts().get(0), true);
        status.set(200);
        for (int restarts = 0; restarts < 2; restarts++) {
            try (HoldfastServer server = serve(once)) {
                await().atMost(MINUTE)
                        .until(() -> shown(server).get("deadLetters").equals(1L));
                Map<?, ?> letter = deadLetters(server).get(0);
                for (String field : List.of("id", "event", "resource", "tries", "why")) {
                    assertThat(letter.get(field)).as(field).isEqualTo(first.get(field));
                }
            }
        }
        assertThat(soon("a")).hasSize(1);
    }
}
