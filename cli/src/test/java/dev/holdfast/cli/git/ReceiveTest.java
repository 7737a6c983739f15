package dev.holdfast.cli.git;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdfast.LockManager;
import dev.holdfast.LockRequest;
import dev.holdfast.Owner;
import dev.holdfast.Receipt;
import dev.holdfast.cli.base.CommandFailure;
import dev.holdfast.cli.process.Holdfast;
import java.io.ByteArrayInputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A repository that receives pushes refuses what the client should not have sent. */
@Timeout(value = 300, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
final class ReceiveTest {
    private static final String INVOICE = "src/payments/Invoice.java";

    @TempDir
    Path temporary;

    private Repository ben = new Repository(Path.of(""));
    private Path bare = Path.of("");
    private String store = "";
    private LockManager locks;

    @BeforeEach
    void repositories() throws Exception {
        Path folder = temporary.toRealPath();
        ben = Repository.in(folder.resolve("ben"));
        bare = folder.resolve("shop.git");
        store = "sqlite:" + folder.resolve("locks.db");
        locks = LockManager.open(store);
        ben.done("Ben", "init", "-q", "--bare", bare.toString());
        ben.done("Ben", "remote", "add", "origin", bare.toString());
        ben.done("Ben", "push", "-q", "origin", "HEAD:main");
        hook("--user \"$PUSHER\" --store '" + store + "' --map '" + ben.root().resolve("holdfast.yaml") + "'");
    }

    @AfterEach
    void close() {
        locks.close();
    }

    private void hook(String options) throws Exception {
        Path hook = Files.createDirectories(bare.resolve("hooks")).resolve("pre-receive");
        Files.writeString(
                hook, "#!/bin/sh\nexec '" + Repository.command(bare.getParent()) + "' git receive " + options + "\n");
        assertThat(hook.toFile().setExecutable(true)).isTrue();
    }

    private Receipt held(String resource, String user) throws InterruptedException {
        Owner owner = Owner.of(user + " somewhere").named(user).user(user);
        return locks.holds()
                .grant(LockRequest.of(resource).owner(owner))
                .receipts()
                .get(0);
    }

    private Holdfast.Done push(String user, String... what) throws Exception {
        String[] line = new String[what.length + 3];
        line[0] = "push";
        line[1] = "-q";
        line[2] = "origin";
        System.arraycopy(what, 0, line, 3, what.length);
        return ben.git("Ben", user, line);
    }

    private void change(String file, String text) throws Exception {
        ben.write(file, text);
        ben.commitAll("Ben");
    }

    @Test
    void push_ofWhatAnotherUserHolds_isRefused_andNamesTheHolder() throws Exception {
        held("payments", "anna");
        change(INVOICE, "2");
        Holdfast.Done refused = push("ben", "HEAD:main");
        assertThat(refused.code()).isNotZero();
        assertThat(refused.err())
                .contains("remote: holdfast: payments has been held by anna since")
                .contains("remote: holdfast: The push was refused, and nothing was changed here.");
        assertThat(push("ben", "HEAD:refs/heads/draft").code())
                .as("another branch")
                .isNotZero();
        assertThat(push("anna", "HEAD:main").code()).as("the holder").isZero();
    }

    @Test
    void push_ofOtherFiles_andAfterTheRelease_passes() throws Exception {
        Receipt receipt = held("payments", "anna");
        change("README.md", "2");
        assertThat(push("ben", "HEAD:main").code()).isZero();
        change(INVOICE, "2");
        assertThat(push("ben", "HEAD:main").code()).isNotZero();
        locks.holds().release(receipt);
        assertThat(push("ben", "HEAD:main").code()).isZero();
    }

    @Test
    void forcedPush_thatTakesCommitsBack_isRefused() throws Exception {
        change(INVOICE, "2");
        assertThat(push("ben", "HEAD:main").code()).isZero();
        held("payments", "anna");
        assertThat(push("ben", "--no-verify", "--force", "HEAD~:main").code()).isNotZero();
        assertThat(push("anna", "--no-verify", "--force", "HEAD~:main").code()).isZero();
    }

    @Test
    void commitsThatCameOnAnotherBranch_areRefusedOnTheDefaultBranch() throws Exception {
        ben.done("Ben", "--git-dir", bare.toString(), "symbolic-ref", "HEAD", "refs/heads/main");
        change(INVOICE, "2");
        assertThat(push("ben", "HEAD:refs/heads/draft").code()).isZero();
        held("payments", "anna");
        assertThat(push("ben", "HEAD:main").code()).isNotZero();
    }

    @Test
    void defaultBranch_isNotReplaced_byDeletingItFirst() throws Exception {
        ben.done("Ben", "--git-dir", bare.toString(), "symbolic-ref", "HEAD", "refs/heads/main");
        ben.done("Ben", "--git-dir", bare.toString(), "config", "receive.denyDeleteCurrent", "ignore");
        change(INVOICE, "2");
        assertThat(push("ben", "HEAD:refs/heads/draft").code()).isZero();
        Receipt receipt = held("payments", "anna");
        assertThat(push("ben", ":refs/heads/main").err()).contains("payments has been held by anna");
        locks.holds().release(receipt);
        assertThat(push("ben", ":refs/heads/main").code()).isZero();
        held("payments", "anna");
        assertThat(push("ben", "HEAD:refs/heads/main").err()).contains("payments has been held by anna");
    }

    @Test
    void deletedBranch_withCommitsOfItsOwn_isRefused() throws Exception {
        change(INVOICE, "2");
        assertThat(push("ben", "HEAD:refs/heads/draft").code()).isZero();
        held("payments", "anna");
        assertThat(push("ben", ":refs/heads/draft").code()).isNotZero();
    }

    @Test
    void unknownUser_orUnreachableStore_isRefused() throws Exception {
        change("README.md", "2");
        Holdfast.Done unknown = push("", "HEAD:main");
        assertThat(unknown.code()).isNotZero();
        assertThat(unknown.err()).contains("It is not known who pushes, so the push is refused");
        hook("--user \"$PUSHER\" --store http://127.0.0.1:1");
        assertThat(push("ben", "HEAD:main").code()).isNotZero();
        hook("--user \"$PUSHER\" --store sqlite:" + bare.resolve("none.db"));
        Holdfast.Done none = push("ben", "HEAD:main");
        assertThat(none.code()).isNotZero();
        assertThat(none.err()).contains("There are no locks at").contains("so the push is refused");
        hook("--user \"$PUSHER\" --store '" + store + "' --map none.yaml");
        Holdfast.Done unmapped = push("ben", "HEAD:main");
        assertThat(unmapped.code()).isNotZero();
        assertThat(unmapped.err())
                .contains("none.yaml cannot be read: there is no such file.")
                .doesNotContain("Exception");
    }

    @Test
    void holderWithoutAUser_isAnother() throws Exception {
        locks.holds().grant(LockRequest.of("payments").owner(Owner.of("ben")));
        change(INVOICE, "2");
        assertThat(push("ben", "HEAD:main").code()).isNotZero();
    }

    @Test
    void fileWithoutAResource_isOneByItsPath_withThePrefix() throws Exception {
        hook("--user \"$PUSHER\" --store '" + store + "' --prefix shop/");
        held("shop/" + INVOICE, "anna");
        change(INVOICE, "2");
        Holdfast.Done refused = push("ben", "HEAD:main");
        assertThat(refused.code()).isNotZero();
        assertThat(refused.err()).contains("shop/" + INVOICE + " has been held by anna");
    }

    @Test
    void lineThatIsNotUnderstood_isRefused() {
        String zeros = "0".repeat(40);
        String line = zeros + " " + zeros + " refs/heads/main\n";
        assertThat(ReceivedRef.read(new ByteArrayInputStream(line.getBytes(US_ASCII))))
                .hasSize(1);
        assertThatThrownBy(() -> ReceivedRef.read(new ByteArrayInputStream((line + "garbage\n").getBytes(US_ASCII))))
                .isInstanceOf(CommandFailure.class)
                .hasMessageContaining("so the push is refused: garbage.");
    }
}
