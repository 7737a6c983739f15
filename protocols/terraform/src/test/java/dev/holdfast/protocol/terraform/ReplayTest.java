package dev.holdfast.protocol.terraform;

import static dev.holdfast.protocol.terraform.TerraformClient.bytes;
import static dev.holdfast.protocol.terraform.TerraformClient.infoOf;
import static dev.holdfast.protocol.terraform.TerraformClient.md5;
import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.LockAdmin.HistoryQuery;
import dev.holdfast.LockRequest;
import dev.holdfast.ManagerOptions;
import dev.holdfast.Mode;
import dev.holdfast.Owner;
import dev.holdfast.protocol.terraform.TerraformClient.Told;
import dev.holdfast.spi.LockStore;
import dev.holdfast.spi.StoreProvider;
import dev.holdfast.testkit.Fault;
import dev.holdfast.testkit.FaultyStore;
import dev.holdfast.testkit.Race;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The requests of whole runs of Terraform and OpenTofu, in their order. */
@Timeout(value = 300, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class ReplayTest {
    private static final String STATE = "{\"version\":4,\"serial\":1,\"lineage\":\"x\",\"outputs\":{}}";
    private static final String NEXT = STATE.replace("\"serial\":1", "\"serial\":2");

    @TempDir
    Path folder;

    private StateServer server;
    private TerraformClient ann;
    private TerraformClient ben;

    @BeforeEach
    void start() {
        server = StateServer.at(address());
        ann = server.client("ann", "editor:terraform");
        ben = server.client("ben", "editor:terraform");
    }

    @AfterEach
    void stop() {
        server.close();
    }

    private String address() {
        return "sqlite:" + folder.resolve("locks.db");
    }

    /** {@code terraform apply} on a new state: lock, read, write, unlock. */
    @Test
    void apply_locksReadsWritesAndUnlocks() throws IOException {
        assertThat(ann.lock("net", "id-1").status()).isEqualTo(200);
        assertThat(ann.get("net").status()).isEqualTo(404);
        assertThat(ann.put("net", "id-1", STATE).status()).isEqualTo(200);
        Told read = ann.get("net");
        assertThat(read.status()).isEqualTo(200);
        assertThat(read.text()).isEqualTo(STATE);
        assertThat(read.header("Content-MD5")).isEqualTo(md5(bytes(STATE)));
        assertThat(read.header("Content-Type")).isEqualTo("application/json");
        assertThat(ann.put("net", "id-1", NEXT).status()).isEqualTo(200);
        assertThat(ann.unlock("net", "id-1").status()).isEqualTo(200);
        assertThat(ben.get("net").text()).isEqualTo(NEXT);
        assertThat(ben.lock("net", "id-2").status()).isEqualTo(200);
        assertThat(server.values().versions("terraform/net")).hasSize(2);
    }

    /** A second run while one is under way: the answer has the holder's info, by which both clients explain themselves. */
    @Test
    void lock_whileHeld_isRefusedWithTheInfoOfTheHolder() throws IOException {
        assertThat(ann.lock("net", "id-1").status()).isEqualTo(200);
        for (TerraformClient other : new TerraformClient[] {ben, ann}) {
            Told refused = other.lock("net", "id-2");
            assertThat(refused.status()).isEqualTo(423);
            assertThat(refused.json())
                    .containsEntry("ID", "id-1")
                    .containsEntry("Operation", "OperationTypeApply")
                    .containsEntry("Info", "")
                    .containsEntry("Who", "ann@laptop")
                    .containsEntry("Version", "1.9.5")
                    .containsEntry("Created", "2026-03-01T10:00:00.123456789Z")
                    .containsEntry("Path", "");
        }
        assertThat(ann.unlock("net", "id-1").status()).isEqualTo(200);
        assertThat(ben.lock("net", "id-2").status()).isEqualTo(200);
    }

    /** Other tools hold the same resource: the refusal names the person. */
    @Test
    void lock_thatAnotherToolHolds_namesThePerson() throws Exception {
        server.locks()
                .acquire(LockRequest.of("terraform/net")
                        .owner(Owner.of("cli-1").named("Cleo"))
                        .note("moving the network"));
        Told refused = ann.lock("net", "id-1");
        assertThat(refused.status()).isEqualTo(423);
        assertThat(refused.json()).containsEntry("Who", "Cleo").containsEntry("Operation", "moving the network");
        assertThat(String.valueOf(refused.json().get("Info"))).contains("Cleo").contains("terraform/net");
        assertThat(String.valueOf(refused.json().get("ID"))).startsWith("held-");
        assertThat(ann.put("net", "", STATE).status()).isEqualTo(423);
    }

    @Test
    void hold_showsToolAndOperation_toOthers() throws IOException {
        ann.lock("net", "id-1");
        String sentence = server.locks().view("terraform/net").sentence(ZoneOffset.UTC);
        assertThat(sentence).contains("ann (Terraform)").contains("OperationTypeApply by ann@laptop, version 1.9.5");
    }

    /** go-retryablehttp sends the same bytes again after a broken connection. */
    @Test
    void requests_whoseAnswersWereLost_areRepeated() throws IOException {
        ann.sendAndLoseTheAnswer("LOCK", "/terraform/net", bytes(infoOf("id-1")));
        assertThat(ann.lock("net", "id-1").status()).isEqualTo(200);
        ann.sendAndLoseTheAnswer("POST", "/terraform/net?ID=id-1", bytes(STATE));
        assertThat(ann.put("net", "id-1", STATE).status()).isEqualTo(200);
        assertThat(server.values().versions("terraform/net")).hasSize(1);
        ann.sendAndLoseTheAnswer("UNLOCK", "/terraform/net", bytes(infoOf("id-1")));
        assertThat(ann.unlock("net", "id-1").status()).isEqualTo(200);
        assertThat(server.locks().view("terraform/net").free()).isTrue();
    }

    /** go-retryablehttp also sends the same bytes again after an answer of 500 and more. */
    @Test
    void requests_thatFailedWithinTheServer_areRepeated() throws IOException {
        server.close();
        AtomicInteger failing = new AtomicInteger();
        LockStore store = StoreProvider.openStore(address(), InstantSource.system());
        server = StateServer.over(
                FaultyStore.of(
                        store,
                        () -> failing.getAndUpdate(n -> Math.max(0, n - 1)) > 0 ? Fault.FAILS_BEFORE : Fault.NONE),
                ManagerOptions.DEFAULT,
                Map.of());
        TerraformClient cleo = server.client("cleo", "editor:terraform");
        failing.set(1);
        assertThat(cleo.lock("net", "id-1").status()).isEqualTo(503);
        assertThat(cleo.lock("net", "id-1").status()).isEqualTo(200);
        assertThat(cleo.put("net", "id-1", STATE).status()).isEqualTo(200);
        failing.set(1);
        assertThat(cleo.unlock("net", "id-1").status()).isEqualTo(503);
        assertThat(cleo.unlock("net", "id-1").status()).isEqualTo(200);
        assertThat(server.locks().view("terraform/net").free()).isTrue();
        assertThat(cleo.get("net").text()).isEqualTo(STATE);
    }

    /** {@code terraform apply -lock=false}, or a backend without {@code lock_address}: no lock, and no id. */
    @Test
    void write_withoutALock_isAcceptedUnlessAnotherUserHoldsIt() throws IOException {
        assertThat(ann.put("net", "", STATE).status()).isEqualTo(200);
        ben.lock("net", "id-2");
        Told refused = ann.put("net", "", NEXT);
        assertThat(refused.status()).isEqualTo(423);
        assertThat(refused.json()).containsEntry("ID", "id-2");
        assertThat(ben.put("net", "", NEXT).status()).isEqualTo(200);
        assertThat(ann.get("net").text()).isEqualTo(NEXT);
    }

    /** The addresses and methods that other servers' guides name, set with {@code lock_method} and the like. */
    @ParameterizedTest
    @CsvSource({
        "LOCK, UNLOCK, /terraform/net, POST",
        "LOCK, UNLOCK, /terraform/net/lock, PUT",
        "POST, DELETE, /terraform/net/lock, POST",
        "PUT, DELETE, /terraform/net/lock, PUT"
    })
    void methodsOfTheConfiguration_doTheSame(String lock, String unlock, String path, String update)
            throws IOException {
        assertThat(ann.send(lock, path, bytes(infoOf("id-1"))).status()).isEqualTo(200);
        assertThat(ben.send(lock, path, bytes(infoOf("id-2"))).status()).isEqualTo(423);
        assertThat(ann.send(update, "/terraform/net?ID=id-1", bytes(STATE)).status())
                .isEqualTo(200);
        assertThat(ann.send(unlock, path, bytes(infoOf("id-1"))).status()).isEqualTo(200);
        assertThat(ben.send(lock, path, bytes(infoOf("id-2"))).status()).isEqualTo(200);
    }

    /** {@code force-unlock} of OpenTofu has no body at all, that of earlier Terraform an empty one, in chunks or not. */
    @ParameterizedTest
    @CsvSource({"none", "length", "chunks"})
    void unlock_withoutABody_needsTheRightToForce(String form) throws IOException {
        TerraformClient admin = server.client("root", "admin:terraform");
        ann.lock("net", "id-1");
        assertThat(unlockWithoutBody(ben, form).status()).isEqualTo(403);
        assertThat(ben.unlock("net", "id-1").status()).isEqualTo(403);
        assertThat(server.locks().view("terraform/net").free()).isFalse();
        assertThat(ann.lock("net", "id-1").status())
                .as("a repetition, after what was refused")
                .isEqualTo(200);
        assertThat(unlockWithoutBody(admin, form).status()).isEqualTo(200);
        assertThat(server.locks().view("terraform/net").free()).isTrue();
        assertThat(server.locks().admin().history(HistoryQuery.NEWEST)).anySatisfy(past -> {
            assertThat(past.event().actor()).isEqualTo("root");
            assertThat(past.event().reason()).isEqualTo("terraform force-unlock");
        });
        assertThat(unlockWithoutBody(ben, form).status()).isEqualTo(403);
        assertThat(unlockWithoutBody(admin, form).status()).isEqualTo(200);
    }

    /** The clients that send no id cannot say which lock is meant, but their user may end what is its own. */
    @ParameterizedTest
    @CsvSource({"none", "length", "chunks"})
    void unlock_withoutABody_endsTheOwnLock(String form) throws IOException {
        ann.lock("net", "id-1");
        ann.put("net", "id-1", STATE);
        assertThat(unlockWithoutBody(ann, form).status()).isEqualTo(200);
        assertThat(server.locks().view("terraform/net").free()).isTrue();
        assertThat(server.locks().admin().history(HistoryQuery.NEWEST)).anySatisfy(past -> {
            assertThat(past.event().actor()).isEqualTo("ann");
            assertThat(past.event().reason()).isEqualTo("terraform force-unlock");
        });
        assertThat(unlockWithoutBody(ann, form).status()).as("a repetition").isEqualTo(200);
        assertThat(ann.put("net", "id-1", NEXT).status())
                .as("what the apply has done is not lost")
                .isEqualTo(200);
        TerraformClient reader = server.client("ann", "reader:terraform");
        ann.lock("net", "id-2");
        assertThat(unlockWithoutBody(reader, form).status()).isEqualTo(403);
        assertThat(reader.unlock("net", "id-2").status()).isEqualTo(403);
        assertThat(server.locks().view("terraform/net").free()).isFalse();
        assertThat(ann.lock("net", "id-2").status()).isEqualTo(200);
    }

    /** Readers of one change have one fence: that of a user must not end those of others. */
    @Test
    void unlock_withoutABody_endsNoHoldOfOthers() throws Exception {
        Owner own = Owner.of("ann:cli").user("ann");
        Owner other = Owner.of("ben:cli").user("ben");
        for (Owner owner : new Owner[] {own, other}) {
            server.locks()
                    .acquire(LockRequest.of("terraform/net").mode(Mode.SHARED).owner(owner));
        }
        assertThat(unlockWithoutBody(ann, "none").status()).isEqualTo(403);
        assertThat(server.locks().view("terraform/net").holders()).hasSize(2);
        assertThat(unlockWithoutBody(server.client("root", "admin:terraform"), "none")
                        .status())
                .isEqualTo(200);
        assertThat(server.locks().view("terraform/net").free())
                .as("all of them, not the first")
                .isTrue();
    }

    /** A LOCK that was sent again, and arrives after the run is over: no client knows of its lock any more. */
    @Test
    void lock_thatArrivesAfterItsUnlock_acquiresNothing() throws IOException {
        ann.lock("net", "id-1");
        ann.put("net", "id-1", STATE);
        ann.unlock("net", "id-1");
        Told late = ann.lock("net", "id-1");
        assertThat(late.status()).isEqualTo(409);
        assertThat(late.text()).contains("acquires nothing");
        assertThat(server.locks().view("terraform/net").free()).isTrue();
        assertThat(ben.lock("net", "id-1").status())
                .as("the id of another user")
                .isEqualTo(200);
        ben.unlock("net", "id-1");
        assertThat(ann.lock("net", "id-2").status()).isEqualTo(200);
        assertThat(unlockWithoutBody(server.client("root", "admin:terraform"), "none")
                        .status())
                .isEqualTo(200);
        server.close();
        server = StateServer.at(address());
        ann = server.client("ann", "editor:terraform");
        for (String id : new String[] {"id-1", "id-2"}) {
            assertThat(ann.lock("net", id).status()).as(id).isEqualTo(409);
        }
        assertThat(server.locks().view("terraform/net").free()).isTrue();
        for (int i = 10; i < 60; i++) {
            assertThat(ann.lock("net", "id-" + i).status()).isEqualTo(200);
            assertThat(ann.put("net", "id-" + i, STATE + i).status()).isEqualTo(200);
            assertThat(ann.unlock("net", "id-" + i).status()).isEqualTo(200);
        }
        assertThat(server.values().head("terraform/net").note()).hasSizeLessThan(2_000);
        assertThat(ann.lock("net", "id-59").status()).isEqualTo(409);
    }

    /** Its first answer was lost, and another run has locked meanwhile: for its client the unlock has worked. */
    @Test
    void unlock_thatIsRepeatedWhileAnotherHolds_hasWorked_andEndsNothing() throws IOException {
        ann.lock("net", "id-1");
        ann.sendAndLoseTheAnswer("UNLOCK", "/terraform/net", bytes(infoOf("id-1")));
        assertThat(ben.lock("net", "id-2").status()).isEqualTo(200);
        assertThat(ann.unlock("net", "id-1").status()).isEqualTo(200);
        assertThat(ann.unlock("net", "id-3").status()).isEqualTo(409);
        assertThat(ben.put("net", "id-2", STATE).status()).isEqualTo(200);
        assertThat(ben.unlock("net", "id-2").status()).isEqualTo(200);
    }

    @Test
    void locksAndUnlocks_ofOneIdInTheSameMoment_leaveNoLock() throws Exception {
        for (int round = 0; round < 10; round++) {
            String id = "id-" + round;
            assertThat(ann.lock("net", id).status()).isEqualTo(200);
            Race.run(6, i -> () -> i == 2 ? ann.unlock("net", id) : ann.lock("net", id));
            assertThat(server.locks().view("terraform/net").free()).as(id).isTrue();
        }
    }

    private static Told unlockWithoutBody(TerraformClient client, String form) throws IOException {
        String head = client.head("UNLOCK", "/terraform/net", null, "");
        String sum = "Content-Md5: 1B2M2Y8AsgTpgAmY7PhCfg==\r\nContent-Type: application/json\r\n";
        return switch (form) {
            case "length" ->
                client.raw(
                        head.replace("Accept-Encoding", "Content-Length: 0\r\n" + sum + "Accept-Encoding"),
                        new byte[0]);
            case "chunks" ->
                client.raw(
                        head.replace("Accept-Encoding", "Transfer-Encoding: chunked\r\n" + sum + "Accept-Encoding"),
                        bytes("0\r\n\r\n"));
            default -> client.raw(head, new byte[0]);
        };
    }

    /** {@code force-unlock} of Terraform since 1.9: the members of an empty info, and the id that the user typed. */
    @Test
    void unlock_withTheIdOfAnotherUser_needsTheRightToForce() throws IOException {
        TerraformClient admin = server.client("root", "admin:terraform");
        ann.lock("net", "id-1");
        byte[] typed = bytes("{\"ID\":\"id-1\",\"Operation\":\"\",\"Info\":\"\",\"Who\":\"\",\"Version\":\"\","
                + "\"Created\":\"0001-01-01T00:00:00Z\",\"Path\":\"\"}");
        assertThat(ben.send("UNLOCK", "/terraform/net", typed).status()).isEqualTo(403);
        assertThat(admin.send("UNLOCK", "/terraform/net", bytes(infoOf("id-9"))).status())
                .isEqualTo(409);
        assertThat(server.locks().view("terraform/net").free()).isFalse();
        assertThat(admin.send("UNLOCK", "/terraform/net", typed).status()).isEqualTo(200);
        ann.lock("net", "id-3");
        assertThat(ann.send(
                                "UNLOCK",
                                "/terraform/net",
                                bytes(new String(typed, StandardCharsets.UTF_8).replace("id-1", "id-3")))
                        .status())
                .as("the own lock, from another machine of the user")
                .isEqualTo(200);
        assertThat(server.locks().view("terraform/net").free()).isTrue();
    }

    @Test
    void delete_removesTheState_andKeepsItsVersions() throws IOException {
        ann.put("net", "", STATE);
        ben.lock("net", "id-2");
        assertThat(ann.delete("net").status()).isEqualTo(423);
        assertThat(ben.delete("net").status()).isEqualTo(200);
        assertThat(ben.get("net").status()).isEqualTo(404);
        assertThat(ben.delete("net").status()).isEqualTo(200);
        assertThat(server.values().versions("terraform/net")).hasSize(1);
    }

    @Test
    void write_thatWasDamagedOnItsWay_changesNothing() throws IOException {
        ann.lock("net", "id-1");
        ann.put("net", "id-1", STATE);
        byte[] body = bytes(NEXT);
        Told refused = ann.raw(ann.head("POST", "/terraform/net?ID=id-1", body, md5(bytes("another"))), body);
        assertThat(refused.status()).isEqualTo(400);
        assertThat(refused.text()).contains("damaged on its way");
        assertThat(ann.get("net").text()).isEqualTo(STATE);
        byte[] info = bytes(infoOf("id-1"));
        assertThat(ann.raw(ann.head("UNLOCK", "/terraform/net", info, md5(body)), info)
                        .status())
                .isEqualTo(400);
        assertThat(server.values().versions("terraform/net")).hasSize(1);
    }

    /** The clients send no credentials without {@code username}, and explain 401 and 403 themselves. */
    @Test
    void strangers_areAskedToSignIn() throws IOException {
        byte[] info = bytes(infoOf("id-1"));
        String head = ann.head("LOCK", "/terraform/net", info, md5(info));
        Told told = ann.raw(head.replaceAll("Authorization: [^\r]*\r\n", ""), info);
        assertThat(told.status()).isEqualTo(401);
        assertThat(told.header("WWW-Authenticate")).contains("Basic");
        assertThat(new TerraformClient(ann.port(), "ben", ann.token())
                        .get("net")
                        .status())
                .isEqualTo(401);
        TerraformClient reader = server.client("rob", "reader:terraform");
        ann.put("net", "", STATE);
        assertThat(reader.lock("net", "id-2").status()).isEqualTo(403);
        assertThat(reader.get("net").status()).as("a state has secrets").isEqualTo(403);
        assertThat(server.client("sue", "editor:terraform/db").get("net").status())
                .isEqualTo(403);
    }
}
