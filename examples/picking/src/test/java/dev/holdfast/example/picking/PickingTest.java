package dev.holdfast.example.picking;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.holdfast.check.Extent;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Two nodes of the warehouse on one database. */
@Timeout(value = 300, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class PickingTest {
    private static Warehouse warehouse;
    private static Picking first;
    private static Picking second;

    @BeforeAll
    static void start() {
        warehouse = Warehouse.fresh();
        first = warehouse.node();
        second = warehouse.node();
    }

    @AfterAll
    static void stop() {
        first.close();
        second.close();
    }

    @Test
    @Tag("safety")
    @DisplayName("P19: of two pickers who claim the same order at once, one gets it, and the other is told who")
    void claim_atOnce_isGivenToOne() throws Exception {
        Caller anna = Caller.named("Anna", first);
        Caller ben = Caller.named("Ben", second);
        ExecutorService both = Executors.newFixedThreadPool(2);
        try {
            for (int round = 0; round < Extent.of(10, 20); round++) {
                List<Callable<Integer>> claims = List.of(
                        () -> anna.post("/orders/1006/claim").status(),
                        () -> ben.post("/orders/1006/claim").status());
                List<Integer> statuses = new ArrayList<>();
                for (Future<Integer> claim : both.invokeAll(claims)) {
                    statuses.add(claim.get());
                }
                assertThat(statuses).containsExactlyInAnyOrder(200, 423);
                anna.post("/orders/1006/release");
                ben.post("/orders/1006/release");
            }
        } finally {
            both.shutdownNow();
        }
    }

    @Test
    @DisplayName("P16: a picker moves an order from another device; other users cannot")
    void order_isMovedByItsPicker() {
        Caller anna = Caller.named("Anna", first);
        Caller phone = Caller.named("Anna", second);
        assertThat(anna.post("/orders/1003/claim").status()).isEqualTo(200);
        assertThat(phone.get("/orders").body()).contains("\"mine\":false,\"elsewhere\":true");
        assertThat(Caller.named("Ben", second).post("/orders/1003/move").status())
                .isEqualTo(423);
        assertThat(phone.post("/orders/1003/move").status()).isEqualTo(200);
        assertThat(phone.get("/orders").body()).contains("\"mine\":true,\"elsewhere\":false");
        assertThat(anna.get("/orders").body()).contains("\"mine\":false,\"elsewhere\":true");
        phone.post("/orders/1003/release");
    }

    @Test
    @DisplayName("P19: claimed, picked and completed; what was reserved is out of the stock, and the order is free")
    void order_isPicked() {
        Caller anna = Caller.named("Anna", first);
        Caller.Answer claimed = anna.post("/orders/1002/claim");
        assertThat(claimed.status()).isEqualTo(200);
        assertThat(claimed.body()).contains("Sailing club Nord", "Rope, 20 m", "\"mine\":true");
        Caller.Answer early = anna.post("/orders/1002/complete");
        assertThat(early.status()).isEqualTo(409);
        assertThat(early.detail()).isEqualTo("Order 1002 is not complete: 2 lines are not picked yet.");

        Caller ben = Caller.named("Ben", second);
        assertThat(ben.post("/orders/1002/claim").detail())
                .startsWith("Order 1002 has been held by Anna since ")
                .endsWith("The shift lead can release it.");
        assertThat(ben.get("/orders").body()).contains("\"name\":\"Anna\"");

        int ropes = warehouse.number("SELECT on_hand FROM stock WHERE sku = 'rope'");
        anna.post("/orders/1002/lines/1", Map.of("picked", true));
        anna.post("/orders/1002/lines/2", Map.of("picked", true));
        assertThat(anna.post("/orders/1002/complete").status()).isEqualTo(204);
        assertThat(warehouse.number("SELECT on_hand FROM stock WHERE sku = 'rope'"))
                .isEqualTo(ropes - 6);
        assertThat(warehouse.number("SELECT count(*) FROM reservation WHERE order_id = 1002"))
                .isZero();
        assertThat(first.locks().view("order/1002").free()).isTrue();
        assertThat(ben.post("/orders/1002/claim").detail()).isEqualTo("Order 1002 is completed already.");
        assertThat(first.locks().view("order/1002").free()).isTrue();
    }

    @Test
    @Tag("safety")
    @DisplayName("P13, P14: neither an order nor a line of it is changed without the lock on the order")
    void unclaimed_isNotChanged() {
        Caller anna = Caller.named("Anna", first);
        assertThat(anna.post("/orders/1003/lines/1", Map.of("picked", true)).status())
                .isEqualTo(409);
        assertThat(anna.post("/orders/1003/complete").status()).isEqualTo(409);
        assertThat(warehouse.number("SELECT count(*) FROM line WHERE order_id = 1003 AND picked"))
                .isZero();
        assertThat(warehouse.number("SELECT count(*) FROM reservation WHERE order_id = 1003"))
                .isEqualTo(3);
    }

    @Test
    @DisplayName("P9: what cannot be loaded is not claimed")
    void unknownOrder_isNotClaimed() {
        assertThat(Caller.named("Anna", first).post("/orders/9/claim").status()).isEqualTo(404);
        assertThat(first.locks().view("order/9").free()).isTrue();
    }

    @Test
    @Tag("safety")
    void nobody_getsNothing() {
        Caller nobody = Caller.nobody(first);
        assertThat(nobody.get("/orders").status()).isEqualTo(401);
        assertThat(nobody.post("/orders/1004/claim").status()).isEqualTo(401);
        assertThat(nobody.get("/admin/locks").status()).isEqualTo(401);
        assertThat(first.locks().view("order/1004").free()).isTrue();
    }

    @Test
    @DisplayName("P7: signing out gives back what was claimed")
    void signedOut_isFree() {
        Caller anna = Caller.named("Anna", first);
        anna.post("/orders/1004/claim");
        anna.post("/sign-out");
        assertThat(Caller.named("Ben", second).post("/orders/1004/claim").status())
                .isEqualTo(200);
    }

    @Test
    @DisplayName("P17: the shift lead releases a claim; a picker may not, and the holder is told")
    void lead_releases() {
        Caller anna = Caller.named("Anna", first);
        anna.post("/orders/1005/claim");
        String path = "/admin/locks/order/1005/release";
        Map<String, String> reason = Map.of("reason", "lunch");
        assertThat(Caller.named("Ben", second).post(path, reason).status()).isEqualTo(403);
        assertThat(Caller.named("Clara", second).post(path, reason).status()).isEqualTo(200);
        assertThat(anna.post("/orders/1005/complete").detail()).contains("Clara", "lunch");
    }

    @Test
    @Tag("safety")
    @DisplayName("P8: a claim is over in time, and whoever had it completes nothing any more")
    void claim_expires() {
        Warehouse other = Warehouse.fresh();
        try (Picking node = other.hastyNode()) {
            Caller anna = Caller.named("Anna", node);
            Caller ben = Caller.named("Ben", node);
            assertThat(anna.post("/orders/1001/claim").status()).isEqualTo(200);
            await().atMost(Duration.ofSeconds(60))
                    .until(() -> ben.post("/orders/1001/claim").status() == 200);
            assertThat(anna.post("/orders/1001/complete").status()).isEqualTo(409);
        }
    }

    @Test
    @DisplayName("P7: a node that is shut down gives back what its pickers had claimed")
    void shutDown_isFree() {
        Warehouse other = Warehouse.fresh();
        try (Picking stays = other.node()) {
            Picking goes = other.node();
            Caller.named("Anna", goes).post("/orders/1001/claim");
            goes.close();
            assertThat(stays.locks().view("order/1001").free()).isTrue();
        }
    }
}
