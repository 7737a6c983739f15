package dev.holdfast.cli.git;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.cli.base.ExitCode;
import dev.holdfast.cli.process.Holdfast;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The guard in a real repository: nothing protected gets through, nothing unprotected is held up. */
@Timeout(value = 300, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
final class GitGuardTest {
    @TempDir
    Path temporary;

    private Repository main = new Repository(Path.of(""));
    private String command = "";

    @BeforeEach
    void repository() throws IOException {
        Path folder = temporary.toRealPath();
        main = Repository.in(folder.resolve("main"));
        command = Repository.command(folder);
        install();
    }

    private void install(String... options) {
        List<String> line = new ArrayList<>(List.of("hooks", "install", "git", "--command", command));
        line.addAll(List.of(options));
        Holdfast.Done done = main.as("Anna").run(line.toArray(String[]::new));
        assertThat(done.code()).as(done.err()).isEqualTo(ExitCode.DONE);
    }

    private static void isRefused(Holdfast.Done done) {
        assertThat(done.code()).as(done.out() + done.err()).isNotZero();
        assertThat(done.err()).contains("payments has been held by Anna", "holdfast wait payments --wait 5m");
    }

    private static void passes(Holdfast.Done done) {
        assertThat(done.code()).as(done.out() + done.err()).isZero();
    }

    @Test
    void commit_ofEditsAddsDeletesAndRenames_isRefusedWhileAnotherHoldsThem() throws IOException {
        main.as("Anna").run("acquire", "payments");
        main.write("src/payments/Invoice.java", "2");
        Holdfast.Done refused = main.commitAll("Ben");
        isRefused(refused);
        assertThat(refused.err())
                .contains("The commit was refused.", "--wait 5m && git commit", "git commit --no-verify");
        main.done("Ben", "reset", "-q", "--hard");
        main.write("src/payments/New.java", "1");
        isRefused(main.commitAll("Ben"));
        main.done("Ben", "reset", "-q", "--hard");
        main.done("Ben", "rm", "-q", "src/payments/Invoice.java");
        isRefused(main.git("Ben", "commit", "-qm", "delete"));
        main.done("Ben", "reset", "-q", "--hard");
        main.done("Ben", "mv", "src/payments/Invoice.java", "Invoice.java");
        isRefused(main.git("Ben", "commit", "-qm", "rename away"));
        main.done("Ben", "reset", "-q", "--hard");
        main.done("Ben", "mv", "README.md", "src/payments/README.md");
        isRefused(main.git("Ben", "commit", "-qm", "rename into"));
    }

    @Test
    void commit_ofSeveralThatAreHeld_namesOneCommandThatWaitsForAll() throws IOException {
        main.as("Anna").run("acquire", "payments");
        main.as("Eve").run("acquire", "./README.md");
        main.write("src/payments/Invoice.java", "2");
        main.write("README.md", "2");
        assertThat(main.commitAll("Ben").err())
                .contains("To commit when it is free: holdfast wait README.md payments --wait 5m && git commit\n");
        Holdfast elsewhere = main.as("Ben");
        main.as("Anna").run("acquire", "payments", "--store", "file:other");
        assertThat(elsewhere
                        .run("guard", "src/payments/Invoice.java", "--store", "file:other")
                        .err())
                .contains("To wait for it, call: holdfast wait payments --wait 5m --store file:other\n");
    }

    @Test
    void guard_ofFilesOfAnotherProject_namesTheCommandThatWaitsThere() throws IOException {
        Repository inner = Repository.in(main.root().resolve("inner"));
        inner.as("Anna").run("acquire", "payments");
        main.as("Anna").run("acquire", "payments");
        assertThat(main.as("Ben")
                        .run("guard", "src/payments/Invoice.java", "inner/src/payments/Invoice.java")
                        .err())
                .contains("call: holdfast wait payments --wait 5m && (cd " + inner.root()
                        + " && holdfast wait payments --wait 5m)\n");
    }

    @Test
    void refusal_offersToAskTheHolder_whereThatIsPossible() throws IOException {
        main.as("Anna").run("acquire", "payments");
        main.write("src/payments/Invoice.java", "2");
        assertThat(main.commitAll("Ben").err()).contains("holdfast: To ask for payments: holdfast request payments\n");
        Repository inner = Repository.in(main.root().resolve("inner"));
        inner.as("Anna").run("acquire", "payments");
        Holdfast.Done both =
                main.as("Ben").run("guard", "src/payments/Invoice.java", "inner/src/payments/Invoice.java");
        assertThat(both.err())
                .contains("To ask for payments: holdfast request payments\n")
                .contains("To ask for payments: (cd " + inner.root() + " && holdfast request payments)\n");
        assertThat(main.as("Ben").run("request", "payments").code()).isEqualTo(ExitCode.DONE);
        assertThat(main.as("Anna").run("requests").out()).contains("Ben has been asking for payments");
        String settings = Files.readString(main.root().resolve("holdfast.yaml"));
        main.write("holdfast.yaml", settings + "\npolicies:\n  - pattern: payments\n    requests: never\n");
        assertThat(main.as("Ben").run("guard", "src/payments/Invoice.java").err())
                .contains("To wait for it, call: holdfast wait payments")
                .doesNotContain("To ask");
    }

    @Test
    void commit_ofOtherFiles_byTheHolder_orPastTheGuard_passes() throws IOException {
        main.as("Anna").run("acquire", "payments");
        main.write("README.md", "2");
        passes(main.commitAll("Ben"));
        main.write("src/payments/Invoice.java", "2");
        passes(main.git("Ben", "commit", "-qam", "anyway", "--no-verify"));
        main.write("src/payments/Invoice.java", "3");
        passes(main.commitAll("Anna"));
        main.as("Anna").run("release", "payments");
        main.write("src/payments/Invoice.java", "4");
        passes(main.commitAll("Ben"));
    }

    @Test
    void commit_ofPartOfTheFiles_isJudgedByThatPart() throws IOException {
        main.as("Anna").run("acquire", "payments");
        main.write("src/payments/Invoice.java", "2");
        main.write("README.md", "2");
        passes(main.git("Ben", "commit", "-qm", "readme", "README.md"));
        isRefused(main.git("Ben", "commit", "-qam", "all"));
    }

    @Test
    void linkedWorkTree_isGuardedByTheSameLocks() throws IOException {
        main.done("Anna", "worktree", "add", "-q", "../linked", "-b", "linked");
        Repository linked = new Repository(main.root().resolveSibling("linked"));
        main.as("Anna").run("acquire", "payments");
        linked.write("src/payments/Invoice.java", "2");
        isRefused(linked.commitAll("Ben"));
        linked.done("Ben", "reset", "-q", "--hard");
        linked.as("Ben").run("acquire", "./README.md");
        main.write("README.md", "2");
        assertThat(main.commitAll("Anna").err()).contains("README.md has been held by Ben");
    }

    @Test
    void merge_ofWhatOthersCommitted_isNoChangeByWhoMerges() throws IOException {
        main.done("Anna", "checkout", "-qb", "rates");
        main.write("src/payments/Invoice.java", "rates");
        main.write("README.md", "rates");
        passes(main.commitAll("Anna"));
        main.done("Anna", "checkout", "-q", "main");
        main.write("README.md", "mine");
        passes(main.commitAll("Ben"));
        main.as("Anna").run("acquire", "payments");
        assertThat(main.git("Ben", "merge", "-q", "rates").code())
                .as("README.md conflicts")
                .isNotZero();
        main.write("README.md", "both");
        passes(main.commitAll("Ben"));
        main.write("src/payments/Invoice.java", "Ben's");
        isRefused(main.commitAll("Ben"));
    }

    @Test
    void push_ofCommitsThatChangeWhatAnotherHolds_isRefused() throws IOException {
        Path remote = main.root().resolveSibling("remote.git");
        main.done("Anna", "init", "-q", "--bare", remote.toString());
        main.done("Anna", "remote", "add", "origin", remote.toString());
        passes(main.git("Anna", "push", "-q", "origin", "main"));
        main.write("src/payments/Invoice.java", "2");
        passes(main.commitAll("Ben"));
        main.write("README.md", "2");
        passes(main.commitAll("Ben"));
        main.as("Anna").run("acquire", "payments");
        isRefused(main.git("Ben", "push", "-q", "origin", "main"));
        isRefused(main.git("Ben", "push", "-q", "origin", "main:other"));
        passes(main.git("Ben", "push", "-q", "--no-verify", "origin", "main:other"));
        main.as("Anna").run("release", "payments");
        passes(main.git("Ben", "push", "-q", "origin", "main"));
        main.as("Anna").run("acquire", "payments");
        main.write("README.md", "3");
        passes(main.commitAll("Ben"));
        passes(main.git("Ben", "push", "-q", "origin", "main"));
        isRefused(main.git("Ben", "push", "-qf", "origin", "HEAD~3:main"));
        passes(main.git("Ben", "push", "-q", "origin", ":other"));
    }

    @Test
    void push_givesBackOnesOwnLocks_onceItHasSucceeded() throws IOException {
        install("--release-after-push");
        Path remote = main.root().resolveSibling("remote.git");
        main.done("Anna", "init", "-q", "--bare", remote.toString());
        main.done("Anna", "remote", "add", "origin", remote.toString());
        main.as("Anna").run("acquire", "payments");
        main.as("Anna").run("acquire", "./README.md");
        main.write("src/payments/Invoice.java", "2");
        passes(main.commitAll("Anna"));
        Files.writeString(remote.resolve("hooks/pre-receive"), "#!/bin/sh\nexit 1\n");
        assertThat(remote.resolve("hooks/pre-receive").toFile().setExecutable(true))
                .isTrue();
        assertThat(main.git("Anna", "push", "origin", "main").code()).isNotZero();
        assertThat(main.as("Anna").run("who", "payments").code()).isEqualTo(ExitCode.DONE);
        Files.delete(remote.resolve("hooks/pre-receive"));
        Holdfast.Done pushed = main.git("Anna", "push", "origin", "main");
        passes(pushed);
        assertThat(pushed.err()).contains("payments is pushed, and released.");
        assertThat(main.as("Anna").run("who", "payments").code()).isEqualTo(ExitCode.FREE);
    }

    @Test
    void hookThatWasThere_isRunFirst_andComesBack() throws IOException {
        main.as("Anna").run("hooks", "remove", "git");
        Path hook = main.root().resolve(".git/hooks/pre-commit");
        assertThat(hook).doesNotExist();
        Files.writeString(hook, "#!/bin/sh\necho first >>ran\n[ ! -e stop ]\n");
        assertThat(hook.toFile().setExecutable(true)).isTrue();
        install();
        install();
        main.write("README.md", "2");
        passes(main.git("Ben", "commit", "-qam", "x"));
        assertThat(Files.readString(main.root().resolve("ran"))).isEqualTo("first\n");
        main.write("stop", "");
        main.write("README.md", "3");
        assertThat(main.git("Ben", "commit", "-qam", "x").code()).isNotZero();
        Files.delete(main.root().resolve("stop"));
        main.as("Anna").run("acquire", "payments");
        main.write("src/payments/Invoice.java", "2");
        isRefused(main.git("Ben", "commit", "-qam", "x"));
        main.as("Anna").run("hooks", "remove", "git");
        assertThat(Files.readString(hook)).startsWith("#!/bin/sh\necho first");
        passes(main.git("Ben", "commit", "-qam", "x"));
    }

    @Test
    void withoutOwnerAndTerminal_itSaysHowToNameOne() throws IOException {
        main.as("Anna").run("acquire", "payments");
        main.write("src/payments/Invoice.java", "2");
        main.done("Ben", "add", "-A");
        Holdfast nobody = Holdfast.at(main.root());
        Holdfast.Done done = nobody.run("guard", "--staged");
        assertThat(done.code()).isEqualTo(ExitCode.REFUSED);
        assertThat(done.err()).contains("set HOLDFAST_OWNER");
    }

    @Test
    void holdfastThatIsGone_stopsNobody() throws IOException {
        Files.delete(Path.of(command));
        main.write("README.md", "2");
        Holdfast.Done done = main.commitAll("Ben");
        passes(done);
        assertThat(done.err()).contains("not found, so locks were not checked");
    }

    @Test
    void names_ofAnyKind_areGuarded() throws IOException {
        String odd = "src/payments/Ä \"quoted\" \n line.java";
        main.write(odd, "1");
        main.as("Anna").run("acquire", "payments");
        isRefused(main.commitAll("Ben"));
    }
}
