package dev.holdfast.protocol.terraform;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.Lease;
import dev.holdfast.ManagerOptions;
import dev.holdfast.Policies;
import dev.holdfast.Preset;
import dev.holdfast.protocol.terraform.TerraformClient.Told;
import dev.holdfast.spi.StoreProvider;
import dev.holdfast.testkit.FakeTime;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Applies that take longer than their lease, or are unlocked by force while they run. */
@Timeout(value = 300, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class LateWriteTest {
    private static final Duration LEASE = Duration.ofHours(24);

    @TempDir
    Path folder;

    private final FakeTime time = FakeTime.create();
    private StateServer server;
    private TerraformClient ann;
    private TerraformClient ben;
    private TerraformClient root;

    @BeforeEach
    void start() {
        Policies policies = new Policies(
                List.of(Preset.OFFLINE.policy().toBuilder()
                        .pattern("terraform/slow")
                        .lockDelay(Duration.ofMinutes(30))
                        .build()),
                Preset.OFFLINE.policy().toBuilder()
                        .lease(new Lease(LEASE, null, null))
                        .build());
        server = StateServer.over(
                StoreProvider.openStore("sqlite:" + folder.resolve("locks.db"), time),
                ManagerOptions.DEFAULT.policies(policies).clocks(time, System::nanoTime),
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
    void lateWrite_ofAStateThatIsClosedAfterTheLoss_isAccepted_andAWriteWithoutALockIsNot() throws IOException {
        assertThat(ann.lock("slow", "id-1").status()).isEqualTo(200);
        assertThat(ann.put("slow", "id-1", "begun").status()).isEqualTo(200);
        server.locks().admin().forceRelease("terraform/slow", "root", "urgent");
        assertThat(ben.lock("slow", "id-2").status()).isEqualTo(423);
        assertThat(ben.put("slow", "", "without a lock").status()).isEqualTo(423);
        assertThat(ann.put("slow", "id-1", "done").status()).isEqualTo(200);
        assertThat(ben.get("slow").text()).isEqualTo("done");
    }

    private void annAppliesTooLong() throws IOException {
        assertThat(ann.lock("net", "id-1").status()).isEqualTo(200);
        assertThat(ann.put("net", "id-1", "begun").status()).isEqualTo(200);
        time.advance(LEASE.plusMinutes(1));
        assertThat(server.locks().view("terraform/net").free()).isTrue();
    }

    private void assertKeptAsRejected(Told told, String body) throws IOException {
        assertThat(told.status()).isEqualTo(409);
        assertThat(told.text()).contains("kept as a rejected version").contains("/versions");
        Map<?, ?> rejected = version("rejected");
        assertThat(rejected.get("user")).isEqualTo("ann");
        assertThat(rejected.get("lock")).isEqualTo("id-1");
        Told kept = root.send("GET", "/terraform/net/versions/" + rejected.get("id"), null);
        assertThat(kept.status()).isEqualTo(200);
        assertThat(kept.text()).isEqualTo(body);
        assertThat(root.send("POST", "/terraform/net/versions/" + rejected.get("id") + "/restore", new byte[0])
                        .status())
                .isEqualTo(409);
    }

    private Map<?, ?> version(String state) throws IOException {
        List<?> all = (List<?>)
                root.send("GET", "/terraform/net/versions", null).json().get("versions");
        return all.stream()
                .map(Map.class::cast)
                .filter(version -> state.equals(version.get("state")))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void lateWrite_ofAFreeState_isAccepted_andRepeated() throws IOException {
        annAppliesTooLong();
        assertThat(ann.put("net", "id-1", "done").status()).isEqualTo(200);
        assertThat(ann.put("net", "id-1", "done").status()).isEqualTo(200);
        assertThat(ann.put("net", "id-1", "done, with outputs").status()).isEqualTo(200);
        assertThat(ben.get("net").text()).isEqualTo("done, with outputs");
        assertThat(ann.unlock("net", "id-1").status()).isEqualTo(200);
    }

    @Test
    void lateWrite_afterAnotherLocked_isKeptAsRejected() throws IOException {
        annAppliesTooLong();
        assertThat(ben.lock("net", "id-2").status()).isEqualTo(200);
        assertKeptAsRejected(ann.put("net", "id-1", "late"), "late");
        assertThat(ben.get("net").text()).isEqualTo("begun");
        assertThat(ann.unlock("net", "id-1").status()).isEqualTo(409);
        assertThat(ben.put("net", "id-2", "ben").status()).isEqualTo(200);
    }

    @Test
    void lateWrite_afterAnotherLockedAndUnlocked_isKeptAsRejected() throws IOException {
        annAppliesTooLong();
        ben.lock("net", "id-2");
        ben.unlock("net", "id-2");
        assertKeptAsRejected(ann.put("net", "id-1", "late"), "late");
        assertThat(ann.get("net").text()).isEqualTo("begun");
    }

    @Test
    void lateWrite_afterAWriteWithoutALock_isKeptAsRejected() throws IOException {
        annAppliesTooLong();
        ben.put("net", "", "ben");
        assertKeptAsRejected(ann.put("net", "id-1", "late"), "late");
        assertThat(ann.get("net").text()).isEqualTo("ben");
    }

    @Test
    void lateWrite_afterARestore_isKeptAsRejected() throws IOException {
        annAppliesTooLong();
        Object id = version("current").get("id");
        assertThat(root.send("POST", "/terraform/net/versions/" + id + "/restore", new byte[0])
                        .status())
                .isEqualTo(200);
        assertKeptAsRejected(ann.put("net", "id-1", "late"), "late");
    }

    @Test
    void lateWrite_afterAForcedUnlock_isAccepted_unlessAnotherLocked() throws IOException {
        ann.lock("net", "id-1");
        assertThat(root.send("UNLOCK", "/terraform/net", null).status()).isEqualTo(200);
        assertThat(ann.put("net", "id-1", "done").status()).isEqualTo(200);
        ben.lock("net", "id-2");
        assertKeptAsRejected(ann.put("net", "id-1", "late"), "late");
    }

    @Test
    void write_afterItsOwnUnlock_isKeptAsRejected_unlessItRepeatsTheLastOne() throws IOException {
        ann.lock("net", "id-1");
        ann.put("net", "id-1", "done");
        ann.unlock("net", "id-1");
        assertThat(ann.put("net", "id-1", "done").status()).isEqualTo(200);
        assertKeptAsRejected(ann.put("net", "id-1", "older, on its way for long"), "older, on its way for long");
        assertThat(ben.get("net").text()).isEqualTo("done");
    }

    @Test
    void write_afterTheUnlockOfALostLock_isKeptAsRejected() throws IOException {
        annAppliesTooLong();
        assertThat(ann.unlock("net", "id-1").status()).isEqualTo(200);
        assertKeptAsRejected(ann.put("net", "id-1", "on its way for long"), "on its way for long");
        assertThat(ann.lock("net", "id-1").status()).isEqualTo(409);
    }

    @Test
    void writes_ofOthersWithTheIdOfTheHolder_changeNothing() throws IOException {
        ann.lock("net", "id-1");
        ann.put("net", "id-1", "ann");
        assertThat(ben.put("net", "id-1", "forged").status()).isEqualTo(409);
        assertThat(ben.unlock("net", "id-1").status()).isEqualTo(403);
        assertThat(ann.get("net").text()).isEqualTo("ann");
        time.advance(LEASE.plusMinutes(1));
        assertThat(ben.put("net", "id-1", "forged").status()).isEqualTo(409);
        assertThat(ann.get("net").text()).isEqualTo("ann");
    }

    @Test
    void versions_areForAdministratorsAlone() throws IOException {
        ann.put("net", "", "one");
        Object id = version("current").get("id");
        for (String path : List.of("/versions", "/versions/" + id)) {
            assertThat(ann.send("GET", "/terraform/net" + path, null).status()).isEqualTo(403);
        }
        assertThat(ann.send("POST", "/terraform/net/versions/" + id + "/restore", new byte[0])
                        .status())
                .isEqualTo(403);
    }

    @Test
    void restore_makesAnOlderVersionCurrent_unlessAnotherHoldsTheLock() throws IOException {
        ann.put("net", "", "one");
        Object first = version("current").get("id");
        ann.put("net", "", "two");
        ben.lock("net", "id-2");
        String path = "/terraform/net/versions/" + first + "/restore";
        assertThat(root.send("POST", path, new byte[0]).status()).isEqualTo(409);
        ben.unlock("net", "id-2");
        assertThat(root.send("POST", path, new byte[0]).status()).isEqualTo(200);
        assertThat(ann.get("net").text()).isEqualTo("one");
        assertThat(version("kept").get("number")).isEqualTo(2L);
        assertThat(ann.delete("net").status()).isEqualTo(200);
        assertThat(root.send("POST", path, null).status()).isEqualTo(200);
        assertThat(ann.get("net").text()).isEqualTo("one");
        String another = "0".repeat(32);
        assertThat(root.send("GET", "/terraform/net/versions/" + another, null).status())
                .isEqualTo(404);
        assertThat(root.send("GET", "/terraform/db/versions/" + first, null).status())
                .as("a version of another state")
                .isEqualTo(404);
    }
}
