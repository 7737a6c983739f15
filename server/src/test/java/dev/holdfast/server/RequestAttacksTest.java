package dev.holdfast.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.HandOverRequest.RequestState;
import dev.holdfast.LockView;
import dev.holdfast.Policies;
import dev.holdfast.Policy.Privacy;
import dev.holdfast.Preset;
import dev.holdfast.server.Http.Told;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Callers that abuse requests: floods, receipts and answers of others, races, and what they could learn. */
@Timeout(value = 300, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class RequestAttacksTest {
    private static final String RESOURCE = "scene/9";
    private static final String PATH = "scene%2F9";
    private static final String ASKING = "\",\"owner\":{\"id\":\"";

    private static Guarded server(Privacy privacy) {
        return Guarded.byTokens(Policies.of(Preset.OFFLINE)
                .and(Preset.OFFLINE.policy().toBuilder().privacy(privacy).build()));
    }

    private static Http caller(Guarded server, String user) {
        return server.http().as(server.token(user, "editor").secret());
    }

    private static String asking(String resource, String owner, String more) {
        return "{\"resource\":\"" + resource + ASKING + owner + "\"}" + more + "}";
    }

    private static Told ask(Http http, String owner) throws Exception {
        return http.post("/v1/requests", asking(RESOURCE, owner, ""));
    }

    private static String id(Told asked) {
        return String.valueOf(asked.first("requests").get("id"));
    }

    private static String answer(String id, String answer) {
        return "{\"request\":\"" + id + "\",\"answer\":" + answer + "}";
    }

    private static String escaped(String receipt) {
        return receipt.replace("/", "%2F");
    }

    @Test
    @Tag("safety")
    void flood_ofOneUserUnderManyOwners_reachesTheHolderOnce() throws Exception {
        try (Guarded server = server(Privacy.OPEN)) {
            Http mia = caller(server, "mia");
            Http ben = caller(server, "ben");
            String held = mia.take(RESOURCE, "tab");
            Map<String, Integer> answers = new TreeMap<>();
            List<Callable<String>> flood = new ArrayList<>();
            for (int i = 0; i < 400; i++) {
                String owner = "tab-" + i;
                flood.add(() -> {
                    Told told = ask(ben, owner);
                    return told.status() == 201 ? "asked" : told.status() == 429 ? "429" : told.text("why");
                });
            }
            for (String answer : together(flood, 8)) {
                answers.merge(answer, 1, Integer::sum);
            }
            assertThat(answers).containsEntry("asked", 1).containsKey("open-already");
            assertThat(answers.keySet()).isSubsetOf("asked", "open-already", "429");
            assertThat(server.locks().view(RESOURCE).requests()).hasSize(1);
            assertThat((List<?>) mia.post("/v1/holds/" + escaped(held) + "/heartbeat", "{}")
                            .json()
                            .get("requests"))
                    .hasSize(1);
        }
    }

    @Test
    @Tag("safety")
    void receipt_ofAnother_isOfNoUse() throws Exception {
        try (Guarded server = server(Privacy.OPEN)) {
            Http mia = caller(server, "mia");
            Http ben = caller(server, "ben");
            Http eve = caller(server, "eve");
            String held = mia.take(RESOURCE, "tab");
            mia.take("other", "tab");
            Told forged = ben.post("/v1/requests", asking(RESOURCE, "b", ",\"receipt\":\"" + held + "\""));
            assertThat(forged.status()).as("the receipt of the hold itself").isEqualTo(201);
            assertThat(ben.post("/v1/holds/" + escaped(held) + "/heartbeat", "{}")
                            .status())
                    .isEqualTo(404);
            assertThat(ben.delete("/v1/holds/" + escaped(held)).status()).isEqualTo(204);
            assertThat(mia.get("/v1/holds/" + escaped(held)).status()).isEqualTo(200);
            String receipt = forged.text("receipt");
            assertThat(eve.delete("/v1/requests/" + escaped(receipt)).text("withdrawn"))
                    .isEqualTo("false");
            Told elsewhere = eve.post("/v1/requests", asking("other", "e", ",\"receipt\":\"" + receipt + "\""));
            if (elsewhere.status() == 201) {
                assertThat(elsewhere.text("receipt")).isNotEqualTo(receipt);
            } else {
                assertThat(elsewhere.status()).isIn(400, 422);
            }
            mia.post("/v1/locks/" + PATH + "/answers", answer(id(forged), "\"now\""));
            String taking = ",\"receipt\":\"" + receipt + "\"";
            assertThat(eve.post("/v1/locks", Http.taking(RESOURCE, "e", taking)).status())
                    .as("handed over to another")
                    .isEqualTo(423);
            assertThat(eve.post("/v1/locks", Http.taking(RESOURCE, "b", taking)).status())
                    .isEqualTo(423);
            assertThat(ben.post("/v1/locks", Http.taking(RESOURCE, "b", taking)).status())
                    .isEqualTo(201);
        }
    }

    @Test
    @Tag("safety")
    void answers_releasesAndWithdrawals_atTheSameTime_leaveOneHolderOrNone() throws Exception {
        try (Guarded server = server(Privacy.OPEN)) {
            Http mia = caller(server, "mia");
            Http eve = caller(server, "eve");
            Set<RequestState> seen = EnumSet.noneOf(RequestState.class);
            for (int round = 0; round < 60; round++) {
                String resource = "race/" + round;
                String path = "race%2F" + round;
                Http ben = round % 20 == 0 ? caller(server, "ben" + round) : eve;
                String held = mia.take(resource, "tab");
                Told asked = ben.post("/v1/requests", asking(resource, "asker", ""));
                assertThat(asked.status()).as(asked.response().body()).isEqualTo(201);
                String receipt = asked.text("receipt");
                String now = answer(id(asked), "\"now\"");
                List<Callable<String>> all = new ArrayList<>();
                all.add(() -> mia.post("/v1/locks/" + path + "/answers", now).text("state"));
                all.add(() -> mia.post("/v1/locks/" + path + "/answers", answer(id(asked), "\"no\""))
                        .text("state"));
                all.add(() -> mia.delete("/v1/holds/" + escaped(held)).status() + "");
                all.add(() -> ben.delete("/v1/requests/" + escaped(receipt)).text("withdrawn"));
                List<String> answers = together(all.subList(0, 1 + round % 4), 4);
                RequestState state = server.locks().holds().requests().listByAsker(owner(round)).stream()
                        .filter(request -> request.resource().equals(resource))
                        .findFirst()
                        .orElseThrow()
                        .state();
                seen.add(state);
                LockView view = server.locks().view(resource);
                List<String> holders = view.holders().stream()
                        .map(judged -> judged.hold().owner().id())
                        .toList();
                if (state == RequestState.HANDED) {
                    assertThat(holders).as(answers.toString()).containsExactly(owner(round));
                } else {
                    assertThat(holders)
                            .as(answers.toString())
                            .isSubsetOf("mia:tab")
                            .hasSizeLessThan(2);
                }
                assertThat(view.requests()).as(answers.toString()).isEmpty();
                assertThat(answers.contains("handed"))
                        .as("%s, and %s", answers, state)
                        .isEqualTo(state == RequestState.HANDED);
            }
            assertThat(seen).contains(RequestState.HANDED).hasSizeGreaterThan(1);
        }
    }

    private static String owner(int round) {
        return (round % 20 == 0 ? "ben" + round : "eve") + ":asker";
    }

    /** Calls all of them, so many at a time. */
    private static List<String> together(List<Callable<String>> calls, int threads) throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(Math.min(threads, calls.size()));
        try {
            CyclicBarrier start = new CyclicBarrier(Math.min(threads, calls.size()));
            List<Future<String>> futures = new ArrayList<>();
            for (int i = 0; i < calls.size(); i++) {
                Callable<String> call = calls.get(i);
                boolean first = i < Math.min(threads, calls.size());
                futures.add(pool.submit(() -> {
                    if (first) {
                        start.await();
                    }
                    return String.valueOf(call.call());
                }));
            }
            List<String> answers = new ArrayList<>();
            for (Future<String> future : futures) {
                answers.add(future.get());
            }
            return answers;
        } finally {
            pool.shutdownNow();
        }
    }

    @Test
    void promises_beyondAllBounds_areRefused() throws Exception {
        try (Guarded server = server(Privacy.OPEN)) {
            Http mia = caller(server, "mia");
            mia.take(RESOURCE, "tab");
            String id = id(ask(caller(server, "ben"), "b"));
            for (String within : List.of("\"0s\"", "\"-5m\"", "\"P4000D\"", "1e9", "\"soon\"", "null", "[]")) {
                Told told = mia.post("/v1/locks/" + PATH + "/answers", answer(id, "\"in\",\"within\":" + within));
                assertThat(told.status()).as(within + told.response().body()).isIn(400, 422);
            }
            assertThat(server.locks().view(RESOURCE).requests().get(0).state()).isEqualTo(RequestState.OPEN);
        }
    }

    @Test
    @Tag("safety")
    @DisplayName("C10: a hidden holder that mutes requests, and what becomes of one, tell nothing of it")
    void hiddenHolder_staysHidden_whateverTheAskerTries() throws Exception {
        try (Guarded server = server(Privacy.HIDDEN)) {
            Http mia = caller(server, "mia");
            Http ben = caller(server, "ben");
            String held = mia.take(RESOURCE, "tab-7");
            List<Told> all = new ArrayList<>();
            Told asked = ask(ben, "b");
            all.add(asked);
            mia.post("/v1/owners/tab-7/mute", "{\"resource\":\"" + RESOURCE + "\"}");
            all.add(asked);
            all.add(ask(ben, "another"));
            all.add(ask(caller(server, "tom"), "t"));
            all.add(ben.get("/v1/requests/" + escaped(asked.text("receipt"))));
            all.add(ben.post("/v1/locks/" + PATH + "/answers", answer(id(asked), "\"now\"")));
            all.add(ben.post("/v1/owners/mia:tab-7/answers", answer(id(asked), "\"now\"")));
            all.add(ben.post("/v1/owners/tab-7/shown", "{\"resource\":\"" + RESOURCE + "\"}"));
            all.add(ben.get("/v1/owners/mia:tab-7/requests"));
            mia.post("/v1/locks/" + PATH + "/answers", answer(id(asked), "\"in\",\"within\":\"10m\""));
            all.add(ben.get("/v1/requests/" + escaped(asked.text("receipt"))));
            all.add(ben.get("/v1/owners/b/requests"));
            mia.delete("/v1/holds/" + escaped(held));
            all.add(ben.get("/v1/requests/" + escaped(asked.text("receipt"))));
            String taking = ",\"receipt\":\"" + asked.text("receipt") + "\"";
            all.add(ben.post("/v1/locks", Http.taking(RESOURCE, "b", taking)));
            all.add(ben.get("/v1/history"));
            for (Told told : all) {
                assertThat((told.response().body() + told.response().headers().map()).toLowerCase(Locale.ROOT))
                        .doesNotContain("mia", "tab-7\"", "\"why\":\"own\"");
            }
        }
    }
}
