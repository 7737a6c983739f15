package dev.holdfast.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.holdfast.LockHandle;
import dev.holdfast.LockManager;
import dev.holdfast.LockRequest;
import dev.holdfast.ManagerOptions;
import dev.holdfast.Owner;
import dev.holdfast.Policies;
import dev.holdfast.Preset;
import dev.holdfast.StoreUnreachableException;
import dev.holdfast.internal.json.Json;
import dev.holdfast.internal.manager.Managers;
import dev.holdfast.server.HoldfastServer;
import dev.holdfast.server.ServerOptions;
import dev.holdfast.spi.Group;
import dev.holdfast.spi.LockStore;
import dev.holdfast.spi.Result;
import dev.holdfast.testkit.FakeTime;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A record that another transaction keeps busy at the server's store delays its own holders only, also those of one client. */
@Tag("safety")
@Timeout(value = 300, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class BusyRecordTest {
    private static final Duration TTL = Duration.ofMinutes(1);

    private final FakeTime time = FakeTime.create();
    private final AtomicInteger busy = new AtomicInteger();
    private volatile String stuck = "";
    private final ManagerOptions options = ManagerOptions.DEFAULT
            .policies(Policies.of(Preset.OFFLINE))
            .clocks(time, () -> ChronoUnit.NANOS.between(Instant.EPOCH, time.instant()));
    private final LockManager locks = Managers.over(store(), options);
    private final HoldfastServer server = HoldfastServer.start(locks, ServerOptions.DEFAULT.port(0));
    private final LockManager client = HoldfastClient.open(server.address(), () -> null, options);

    /** As PostgreSQL answers for a row that an application's transaction has locked. */
    @SuppressWarnings("unchecked")
    private LockStore store() {
        LockStore memory = Asked.store("memory:" + UUID.randomUUID(), time);
        return (LockStore) Proxy.newProxyInstance(
                LockStore.class.getClassLoader(), new Class<?>[] {LockStore.class}, (proxy, method, arguments) -> {
                    try {
                        return method.getName().equals("apply")
                                ? apply(memory, (List<Group>) arguments[0])
                                : method.invoke(memory, arguments);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                });
    }

    private List<Result> apply(LockStore memory, List<Group> batch) {
        List<Result> results = new ArrayList<>();
        for (Group group : batch) {
            if (group.changes().stream().anyMatch(change -> change.key().name().equals(stuck))) {
                busy.incrementAndGet();
                results.add(new Result.Busy());
            } else {
                results.addAll(memory.apply(List.of(group)));
            }
        }
        return results;
    }

    @AfterEach
    void close() {
        stuck = "";
        client.close();
        server.close();
        locks.close();
    }

    private LockHandle acquired(String resource) throws Exception {
        return client.acquire(LockRequest.of(resource).owner(Owner.of("me")).ttl(TTL));
    }

    private List<LockHandle> fiveHealthy() throws Exception {
        List<LockHandle> healthy = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            healthy.add(acquired("healthy/" + i));
        }
        return healthy;
    }

    private boolean renewedSince(LockHandle handle, Instant moment) {
        return locks.view(handle.resources().get(0)).holders().stream()
                .noneMatch(judged -> judged.hold().seen().isBefore(moment));
    }

    /** Beyond the lease of all, in steps that leave the keeper of the client time to renew. */
    private void keeps(List<LockHandle> healthy) {
        for (int i = 0; i < 8; i++) {
            time.advance(TTL.dividedBy(3));
            Instant now = time.instant();
            await().atMost(Duration.ofSeconds(60))
                    .until(() -> healthy.stream()
                            .allMatch(handle -> !handle.isHeld() || renewedSince(handle, now.minusSeconds(1))));
            assertThat(healthy).allMatch(LockHandle::isHeld);
        }
    }

    @Test
    void keeperOfAClient_oneRecordBusy_keepsAllOthers() throws Exception {
        LockHandle one = acquired("stuck");
        List<LockHandle> healthy = fiveHealthy();
        stuck = "stuck";
        keeps(healthy);
        assertThat(one.lost().get(60, TimeUnit.SECONDS).resource()).isEqualTo("stuck");
    }

    /** What is left of a lost handle is released as soon as its record is free, and delays no renewal until then. */
    @Test
    void restOfALostHandle_onABusyRecord_delaysNoRenewal() throws Exception {
        LockHandle both = client.acquire(
                LockRequest.of("ended", "stuck").owner(Owner.of("me")).ttl(TTL));
        List<LockHandle> healthy = fiveHealthy();
        stuck = "stuck";
        locks.admin().forceRelease("ended", "clara", "test");
        time.advance(TTL.dividedBy(12));
        both.lost().get(60, TimeUnit.SECONDS);
        int before = busy.get();
        keeps(healthy);
        assertThat(busy.get() - before)
                .as("tries to release: one in a round, while a call that waits makes thousands in its ten seconds")
                .isBetween(1, 1_000);
        stuck = "";
        await().atMost(Duration.ofSeconds(60))
                .until(() -> locks.view("stuck").holders().isEmpty());
    }

    @Test
    void heartbeatOfAHandle_whoseRecordIsBusy_waitsForIt() throws Exception {
        LockHandle one = acquired("stuck");
        stuck = "stuck";
        time.advance(TTL.dividedBy(2));
        Thread freeing = new Thread(() -> {
            await().atMost(Duration.ofSeconds(60)).until(() -> busy.get() > 3);
            stuck = "";
        });
        freeing.start();
        one.heartbeat();
        freeing.join();
        assertThat(renewedSince(one, time.instant())).isTrue();
        stuck = "stuck";
        assertThatThrownBy(one::heartbeat)
                .isInstanceOf(StoreUnreachableException.class)
                .hasMessageContaining("stuck");
        assertThat(one.isHeld()).isTrue();
    }

    /** Of several handles that are renewed in one call, the busy one is answered as such, and all others with their holds. */
    @Test
    void callForManyHeartbeats_oneRecordBusy_answersTheOthers() throws Exception {
        LockHandle one = acquired("stuck");
        List<LockHandle> healthy = fiveHealthy();
        List<String> receipts = new ArrayList<>();
        receipts.add(one.receipts().get(0).text());
        healthy.forEach(handle -> receipts.add(handle.receipts().get(0).text()));
        stuck = "stuck";
        int before = busy.get();
        Map<?, ?> answer = post("/v1/heartbeats", Map.of("receipts", receipts));
        assertThat(busy.get() - before)
                .as("tries, beside those of the client's keeper: none waited for the record")
                .isLessThan(20);
        List<?> holds = (List<?>) answer.get("holds");
        Map<?, ?> first = (Map<?, ?>) holds.get(0);
        assertThat(first.get("resource")).isEqualTo("stuck");
        assertThat(first.get("busy")).isEqualTo(true);
        assertThat(first.containsKey("held"))
                .as("neither renewed nor lost: a client that knows no busy holds takes neither for granted")
                .isFalse();
        assertThat(holds.subList(1, 6)).allMatch(hold -> Boolean.TRUE.equals(((Map<?, ?>) hold).get("held")));
    }

    @Test
    void callToRelease_thatSkipsBusyRecords_answersImmediately() throws Exception {
        LockHandle one = acquired("stuck");
        Map<String, ?> body = Map.of("receipts", List.of(one.receipts().get(0).text()));
        stuck = "stuck";
        Map<?, ?> skipped = post("/v1/releases?busy=skip", body);
        assertThat(skipped.get("busy")).isEqualTo(true);
        assertThat(skipped.get("released")).isEqualTo(false);
        assertThat(locks.view("stuck").holders()).hasSize(1);
        stuck = "";
        Map<?, ?> released = post("/v1/releases?busy=skip", body);
        assertThat(released.get("released")).isEqualTo(true);
        assertThat(released.get("busy")).isNull();
        assertThat(locks.view("stuck").holders()).isEmpty();
    }

    private Map<?, ?> post(String path, Map<String, ?> body) throws Exception {
        HttpRequest request = HttpRequest.newBuilder(URI.create(server.address() + path))
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString(Json.write(body)))
                .build();
        return Json.readObject(HttpClient.newHttpClient()
                .send(request, BodyHandlers.ofString())
                .body());
    }
}
