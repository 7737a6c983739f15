package dev.holdfast.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.LockAdmin.HistoryQuery;
import dev.holdfast.LockRequest;
import dev.holdfast.Owner;
import dev.holdfast.server.Http.Told;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A history that is longer than one answer may be. */
@Timeout(value = 300, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class HistoryPagesTest {
    private static final int CHANGES = 9;
    private static final int NAMES = 100;

    private Guarded server;
    private Http mia;

    @BeforeEach
    void start() throws Exception {
        server = Guarded.byTokens();
        mia = server.http().as(server.token("mia", "admin").secret());
        String note = "n".repeat(1_000);
        for (int change = 0; change < CHANGES; change++) {
            int number = change;
            List<String> names = IntStream.range(0, NAMES)
                    .mapToObj(i -> "r" + number + "/" + i)
                    .toList();
            Owner owner = Owner.of("mia:o").named("Mia").user("mia");
            assertThat(server.locks()
                            .holds()
                            .grant(LockRequest.of(names).owner(owner).note(note))
                            .granted())
                    .isTrue();
        }
    }

    @AfterEach
    void stop() {
        server.close();
    }

    private static List<Object> resources(Told told) {
        return ((List<?>) told.json().getOrDefault("events", List.of()))
                .stream()
                        .map(event -> (Object) ((Map<?, ?>) event).get("resource"))
                        .toList();
    }

    private List<Object> all() {
        return server.locks().admin().history(new HistoryQuery("r", null, 10_000)).stream()
                .map(past -> (Object) past.event().resource())
                .toList();
    }

    @Test
    void historyBeyondOneAnswer_goesOn_whateverComesMeanwhile() throws Exception {
        List<Object> expected = all();
        assertThat(expected).hasSize(CHANGES * NAMES);
        Told page = mia.get("/v1/history?prefix=r&limit=10000");
        assertThat(page.json()).containsEntry("more", true);
        assertThat(page.response().body().length()).isLessThan(1_200_000);
        List<Object> found = new ArrayList<>(resources(page));
        int pages = 1;
        while (Boolean.TRUE.equals(page.json().get("more"))) {
            mia.take("r-new/" + pages, "o");
            page = mia.get("/v1/history?prefix=r&limit=10000&after=" + page.text("next"));
            assertThat(page.status()).isEqualTo(200);
            found.addAll(resources(page));
            pages++;
        }
        assertThat(pages).isGreaterThan(1);
        assertThat(page.json()).doesNotContainKey("next");
        assertThat(found).isEqualTo(expected);
    }

    @Test
    void limit_saysThatThereIsMore_alsoWithinOneChange() throws Exception {
        List<Object> found = new ArrayList<>();
        String after = "";
        do {
            Told page = mia.get("/v1/history?resource=&prefix=r0&limit=7&after=" + after);
            found.addAll(resources(page));
            after = String.valueOf(page.json().getOrDefault("next", ""));
            assertThat(page.json()).containsEntry("more", !after.isEmpty());
        } while (!after.isEmpty() && found.size() < 2 * NAMES);
        assertThat(found).hasSize(NAMES);
        assertThat(new HashSet<>(found)).hasSize(NAMES);
    }

    @Test
    void eventsThatTheCallerMayNotSee_countForNoPage() throws Exception {
        Http tom = server.http().as(server.token("tom", "reader:r0").secret());
        Told page = tom.get("/v1/history?limit=" + (NAMES - 1));
        assertThat(page.json()).containsEntry("more", true);
        assertThat(resources(page)).hasSize(NAMES - 1);
        Told rest = tom.get("/v1/history?after=" + page.text("next"));
        assertThat(resources(rest)).hasSize(1);
        assertThat(rest.json()).containsEntry("more", false);
        assertThat(tom.get("/v1/history?limit=" + NAMES).json()).containsEntry("more", false);
    }

    @Test
    void placesThatNoAnswerHad_areRefused() throws Exception {
        for (String place : List.of("x", "1", "1.2.3", "1.x", "%00", "9".repeat(40) + ".0", "-5.7", "5.-7")) {
            assertThat(mia.get("/v1/history?after=" + place).status()).as(place).isEqualTo(422);
        }
        assertThat(resources(mia.get("/v1/history?after=0.7"))).isEmpty();
    }
}
