package dev.holdfast.protocol.terraform;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.ManagerOptions;
import dev.holdfast.internal.storage.ValueStore.Stored;
import dev.holdfast.protocol.terraform.TerraformClient.Told;
import dev.holdfast.server.options.LimitOptions;
import dev.holdfast.server.options.Quota;
import dev.holdfast.server.options.Quotas;
import dev.holdfast.spi.StoreProvider;
import dev.holdfast.testkit.Race;
import java.io.IOException;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What one user may keep at a server, by its role. */
@Timeout(value = 300, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class StateQuotaTest {
    private static final int STATES = 3;
    private static final int REJECTED = 2;
    private static final Quota SMALL = new Quota(10, 100, 1, 1, 1, 1, STATES, REJECTED);

    @TempDir
    Path folder;

    private StateServer server;
    private TerraformClient ann;
    private TerraformClient ben;
    private TerraformClient root;

    @BeforeEach
    void start() {
        server = StateServer.over(
                StoreProvider.openStore("sqlite:" + folder.resolve("locks.db"), InstantSource.system()),
                ManagerOptions.DEFAULT,
                LimitOptions.LOCAL.quotas(new Quotas(SMALL, SMALL, Quota.ADMIN)),
                Map.of());
        ann = server.client("ann", "editor:terraform");
        ben = server.client("ben", "editor:terraform");
        root = server.client("root", "admin:terraform");
    }

    @AfterEach
    void stop() {
        server.close();
    }

    @Test
    void states_ofAUser_areOnlySoMany_lockedOrWritten() throws IOException {
        assertThat(ann.put("a", "", "1").status()).isEqualTo(200);
        assertThat(ann.lock("b", "id-b").status()).isEqualTo(200);
        assertThat(ann.unlock("b", "id-b").status()).isEqualTo(200);
        assertThat(ann.put("c", "", "3").status()).isEqualTo(200);
        Told refused = ann.put("d", "", "4");
        assertThat(refused.status()).isEqualTo(429);
        assertThat(refused.text()).contains("at most 3 states");
        assertThat(ann.lock("d", "id-d").status()).isEqualTo(429);
        assertThat(server.locks().view("terraform/d").free()).isTrue();
        assertThat(server.values().head("terraform/d").revision()).isZero();
        assertThat(ann.put("a", "", "1 again").status()).isEqualTo(200);
        assertThat(ann.lock("b", "id-b2").status()).isEqualTo(200);
        assertThat(ben.put("d", "", "4").status()).isEqualTo(200);
        assertThat(ann.put("d", "", "written by another first").status()).isEqualTo(200);
        for (int i = 0; i < 2 * STATES; i++) {
            assertThat(root.put("root-" + i, "", "x").status()).isEqualTo(200);
        }
    }

    /** Else the difference would tell which states there are. */
    @Test
    void callerWithoutTheRight_isRefusedTheSame_whateverItsQuota() throws IOException {
        ann.put("there", "", "x");
        TerraformClient dan = server.client("dan", "editor:terraform/db");
        for (int i = 0; i < STATES; i++) {
            assertThat(dan.put("db%2F" + i, "", "x").status()).isEqualTo(200);
        }
        for (String state : List.of("there", "missing")) {
            assertThat(dan.lock(state, "id-1").status()).as(state).isEqualTo(403);
            assertThat(dan.put(state, "", "x").status()).as(state).isEqualTo(403);
        }
    }

    @Test
    void states_madeInTheSameMoment_doNotExceedTheQuota() throws Exception {
        List<Told> told = Race.run(8, i -> () -> i % 2 == 0 ? ann.put("s" + i, "", "x") : ann.lock("s" + i, "id"));
        assertThat(told).filteredOn(one -> one.status() == 200).hasSize(STATES);
        assertThat(told).filteredOn(one -> one.status() == 429).hasSize(8 - STATES);
        assertThat(server.values().count("ann")).isEqualTo(STATES);
    }

    @Test
    void removedStates_countNoMore() throws IOException {
        for (int i = 0; i < STATES; i++) {
            ann.put("s" + i, "", "x");
        }
        assertThat(root.send("DELETE", "/terraform/s0/versions", null).status())
                .as("the state is still there")
                .isEqualTo(409);
        assertThat(ann.delete("s0").status()).isEqualTo(200);
        assertThat(ann.put("another", "", "x").status()).isEqualTo(429);
        assertThat(ann.send("DELETE", "/terraform/s0/versions", null).status()).isEqualTo(403);
        ben.lock("s0", "id-1");
        assertThat(root.send("DELETE", "/terraform/s0/versions", null).status())
                .as("another run is about to write it")
                .isEqualTo(409);
        ben.unlock("s0", "id-1");
        assertThat(root.send("DELETE", "/terraform/s0/versions", null).status()).isEqualTo(200);
        assertThat(server.values().versions("terraform/s0")).isEmpty();
        assertThat(ann.put("another", "", "x").status()).isEqualTo(200);
        assertThat(ann.get("s0").status()).isEqualTo(404);
    }

    @Test
    void rejectedVersions_ofAUser_displaceItsOwnAlone() throws IOException {
        ann.put("net", "", "current");
        assertThat(ann.put("net", "lost", "ann's work").status()).isEqualTo(409);
        for (int i = 0; i < 20; i++) {
            assertThat(ben.put("net", "made-up-" + i, "junk " + i).status()).isEqualTo(409);
            assertThat(ben.put("db", "made-up-" + i, "junk " + i).status()).isEqualTo(409);
        }
        assertThat(rejected("net")).isEqualTo(List.of("ben made-up-19", "ann lost"));
        assertThat(rejected("db")).isEqualTo(List.of("ben made-up-19"));
        assertThat(server.values().count("ben"))
                .as("states made of rejected bodies")
                .isZero();
    }

    private List<String> rejected(String state) {
        return server.values().versions("terraform/" + state).stream()
                .filter(Stored::rejected)
                .map(version -> About.of(version.about()))
                .map(about -> about.user() + " " + about.lock())
                .toList();
    }
}
