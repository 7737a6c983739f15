package dev.holdfast.example.underwriting;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.Hold;
import dev.holdfast.LockManager;
import dev.holdfast.browser.Visitor;
import dev.holdfast.browser.Visitor.Answer;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.jdbc.core.simple.JdbcClient;

/** What underwriters can do with policies at two nodes, and what nobody can. */
@Timeout(value = 300, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class UnderwritingTest {
    private final LockManager locks = Office.APP.getBean(LockManager.class);
    private final JdbcClient jdbc = Office.APP.getBean(JdbcClient.class);
    private final Visitor anna = Visitor.at(Office.address(Office.APP), "anna");
    private final Visitor ben = Visitor.at(Office.address(Office.OTHER), "ben");

    @AfterEach
    void clear() {
        locks.admin().clear("test");
    }

    private boolean free(long policy) {
        return locks.view("policy/" + policy).free();
    }

    private BigDecimal premium(long policy) {
        return jdbc.sql("SELECT premium FROM policy WHERE id = ?")
                .param(policy)
                .query(BigDecimal.class)
                .single();
    }

    private long version(long policy) {
        return jdbc.sql("SELECT value FROM version WHERE id = ?")
                .param(policy)
                .query(Long.class)
                .single();
    }

    @Test
    @DisplayName("P19: 120 minutes, on the version row that all of a policy share")
    void edit_locksTheVersionRow() {
        Map<String, Object> policy = anna.get("/policies/12345/edit").json();
        assertThat((List<?>) policy.get("coverages"))
                .hasSize(members("coverage"))
                .hasSizeGreaterThan(1);
        assertThat((List<?>) policy.get("insureds"))
                .hasSize(members("named_insured"))
                .hasSizeGreaterThan(1);
        long row = jdbc.sql("SELECT DISTINCT version_id FROM coverage WHERE policy_id = 12345")
                .query(Long.class)
                .single();
        Hold hold = locks.view("policy/" + row).holders().get(0).hold();
        assertThat(hold.owner().name()).isEqualTo("Anna");
        assertThat(hold.lease().absolute()).isEqualTo(Duration.ofHours(2));
        assertThat(hold.lease().grace()).isNull();
        assertThat(locks.list("")).hasSize(1);
    }

    /** Returns how many members of a kind the policy has: other tests of these tables add some. */
    private int members(String table) {
        return jdbc.sql("SELECT count(*) FROM " + table + " WHERE policy_id = 12345")
                .query(Integer.class)
                .single();
    }

    @Test
    @DisplayName("P16: who, since when, until when")
    void edit_whileAnotherDoes_isRefusedInASentence() {
        anna.get("/policies/12345/edit");
        Answer refused = ben.get("/policies/12345/edit");
        assertThat(refused.status()).isEqualTo(423);
        assertThat((String) refused.json().get("detail"))
                .matches(
                        "Policy 12345 has been with Anna since \\d\\d:\\d\\d\\. It is free when Anna saves, cancels or signs out,"
                                + " and at (\\d{4}-\\d\\d-\\d\\d )?\\d\\d:\\d\\d at the latest\\.");
        assertThat(refused.json()).containsEntry("policy", 12345L).containsEntry("name", "Anna");
    }

    @Test
    @DisplayName("P16: who works on it in another browser is offered to move it; nobody else can")
    void edit_inAnotherBrowser_isMoved() {
        anna.get("/policies/12345/edit");
        Visitor phone = Visitor.at(Office.address(Office.OTHER), "anna");
        Answer refused = phone.get("/policies/12345/edit");
        assertThat(refused.status()).isEqualTo(423);
        assertThat(refused.json()).containsEntry("mine", true);
        assertThat((String) refused.json().get("detail"))
                .startsWith("You have been working on policy 12345 in another browser since");
        assertThat(ben.post("/policies/12345/move").status()).isEqualTo(423);
        assertThat(phone.post("/policies/12345/move").json()).containsEntry("id", 12345L);
        assertThat(anna.send("POST", "/session/heartbeat", "{\"resources\": [\"policy/12345\"]}")
                        .body())
                .contains("Anna released it (moved to another browser).");
    }

    @Test
    @DisplayName("P18: many at once, and exactly one has it")
    void edit_byManyAtOnce_isGivenToOne() throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(8);
        try {
            List<Visitor> people = IntStream.range(0, 8)
                    .mapToObj(i -> i % 2 == 0
                            ? Visitor.at(Office.address(Office.APP), "anna")
                            : Visitor.at(Office.address(Office.OTHER), "ben"))
                    .toList();
            List<Callable<Integer>> tries = people.stream()
                    .<Callable<Integer>>map(
                            person -> () -> person.get("/policies/12346/edit").status())
                    .toList();
            List<Integer> answers =
                    pool.invokeAll(tries).stream().map(UnderwritingTest::result).toList();
            assertThat(answers).containsOnlyOnce(200).containsOnly(200, 423);
        } finally {
            pool.shutdownNow();
        }
    }

    private static int result(Future<Integer> future) {
        try {
            return future.get();
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    @DisplayName("P7, P13: saved as one, counted once, and free with the commit")
    void save_changesAllAndReleases() {
        String form = anna.get("/policies/12346/edit").body();
        long before = version(12346);
        String changed = form.replaceFirst("\"premium\":[\\d.]+", "\"premium\":3333.50")
                .replace("\"insureds\":[", "\"insureds\":[{\"id\":null,\"text\":\"The oven\"},")
                .replaceFirst("\"coverages\":\\[\\{[^}]*}]", "\"coverages\":[]");
        assertThat(ben.send("PUT", "/policies/12346", changed).status()).isEqualTo(409);
        assertThat(version(12346)).isEqualTo(before);
        assertThat(anna.send("PUT", "/policies/12346", changed).status()).isEqualTo(204);
        assertThat(free(12346)).isTrue();
        assertThat(version(12346)).isEqualTo(before + 1);
        Map<String, Object> now = ben.get("/policies/12346/edit").json();
        assertThat(now).containsEntry("modifiedBy", "Anna").containsEntry("version", before + 1);
        assertThat(now.get("insureds").toString()).contains("The oven", "Mill Street Bakery");
        assertThat((List<?>) now.get("coverages")).isEmpty();
        assertThat(premium(12346)).isEqualByComparingTo("3333.50");
    }

    @Test
    @DisplayName("P9: a policy that cannot be loaded is not locked")
    void edit_ofNothing_locksNothing() {
        assertThat(anna.get("/policies/999/edit").status()).isEqualTo(404);
        assertThat(locks.list("")).isEmpty();
    }

    @Test
    @DisplayName("P7: cancelled or signed out, it is free")
    void endOfSession_releases() {
        anna.get("/policies/12345/edit");
        anna.send("DELETE", "/policies/12345/edit", "");
        assertThat(free(12345)).isTrue();
        anna.get("/policies/12345/edit");
        anna.post("/session/sign-out");
        assertThat(free(12345)).isTrue();
    }

    @Test
    @DisplayName("P17: only the supervisor releases; the underwriter is told, and saves nothing any more")
    void release_needsTheSupervisor() {
        String form = anna.get("/policies/12347/edit").body();
        ben.send("POST", "/policies/12347/release-requests", "{\"reason\": \"fire at the door\"}");
        assertThat(anna.get("/policies").body()).contains("fire at the door");
        assertThat(ben.post("/admin/locks/policy/12347/release").status()).isEqualTo(403);
        Visitor clara = Visitor.at(Office.address(Office.OTHER), "clara");
        assertThat(clara.send("POST", "/admin/locks/policy/12347/release", "{\"reason\": \"urgent\"}")
                        .json())
                .containsEntry("released", 1L);
        assertThat(anna.send("POST", "/session/heartbeat", "{\"resources\": [\"policy/12347\"]}")
                        .body())
                .contains("Clara released it (urgent)");
        Answer refused = anna.send("PUT", "/policies/12347", form);
        assertThat(refused.status()).isEqualTo(409);
        assertThat(refused.body()).contains("Clara released it (urgent)");
        ben.get("/policies/12347/edit");
        assertThat(ben.get("/policies").body()).doesNotContain("fire at the door");
    }

    @Test
    @DisplayName("P14: an administrator's code that forgets the lock is caught, by SQL and by entities")
    void forgetfulCode_isCaught() {
        anna.get("/policies/12348/edit");
        BigDecimal before = premium(12348);
        Visitor clara = Visitor.at(Office.address(Office.APP), "clara");
        for (String way : List.of("sql", "entity")) {
            Answer refused = clara.post("/admin/surcharge/" + way);
            assertThat(refused.status()).as(way).isEqualTo(409);
            assertThat(refused.body()).as(way).contains("lock");
        }
        assertThat(premium(12348)).isEqualByComparingTo(before);
        assertThat(ben.post("/admin/surcharge/sql").status()).isEqualTo(403);
    }

    @Test
    @DisplayName("V3: the locks are in the view app_lock, beside the policies")
    void locks_areInTheDatabase() {
        anna.get("/policies/12345/edit");
        assertThat(jdbc.sql("SELECT count(*) FROM holdfast.app_lock")
                        .query(Long.class)
                        .single())
                .isEqualTo(1);
    }

    @Test
    void stranger_getsNothing() {
        Visitor nobody = Visitor.at(Office.address(Office.APP), "eve");
        assertThat(nobody.get("/policies").status()).isEqualTo(401);
        assertThat(nobody.get("/policies/12345/edit").status()).isEqualTo(401);
        assertThat(free(12345)).isTrue();
    }
}
