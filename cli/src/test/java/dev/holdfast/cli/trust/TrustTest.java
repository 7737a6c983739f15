package dev.holdfast.cli.trust;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.holdfast.cli.base.ExitCode;
import dev.holdfast.cli.hook.Session;
import dev.holdfast.cli.process.Holdfast;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What a project's file names beyond the project counts only after a person has trusted it. */
@Timeout(300)
final class TrustTest {
    @TempDir
    Path temporary;

    private Path project = Path.of("");
    private Path state = Path.of("");

    @BeforeEach
    void project() throws IOException {
        project = Files.createDirectories(temporary.toRealPath().resolve("project"));
        state = project.resolveSibling("state");
    }

    private Holdfast holdfast() {
        return Holdfast.in(project).with("XDG_STATE_HOME", state.toString()).with("HOLDFAST_OWNER", "Ann");
    }

    private void configured(String text) throws IOException {
        Files.writeString(project.resolve("holdfast.yaml"), text);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            sqlite:../elsewhere.db                    | store: sqlite:../elsewhere.db
            sqlite:a/../../elsewhere.db               | store: sqlite:a/../../elsewhere.db
            file:/tmp/holdfast-nowhere/.locks         | store: file:/tmp/holdfast-nowhere/.locks
            file:.                                    | store: file:.
            dir:.git/hooks                            | store: dir:.git/hooks
            files:src/.GIT                            | store: files:src/.GIT
            http://127.0.0.1:1                        | store: http://127.0.0.1:1
            postgresql://ann:s3cret@127.0.0.1:1/db    | store: postgresql://127.0.0.1:1/db
            redis://:s3/cret@127.0.0.1:1              | store: redis://…
            postgresql://127.0.0.1:1/db?x=@good/db    | store: postgresql://…
            postgresql://a@127.0.0.1:1/db@good        | store: postgresql://…
            mariadb://a:s3?cret@127.0.0.1:1/db        | store: mariadb://…
            """)
    void storeElsewhere_isNotUsed(String store, String shown) throws IOException {
        configured("store: '" + store + "'\n");
        Holdfast.Done done = holdfast().run("status");
        assertThat(done.code()).as(done.err()).isEqualTo(ExitCode.NOT_PERMITTED);
        assertThat(done.err())
                .contains("not trusted", "holdfast.yaml", shown, "holdfast trust " + project)
                .doesNotContain("s3", "cret", "good", "Exception");
        assertThat(project.resolveSibling("elsewhere.db")).doesNotExist();
        assertThat(Path.of("/tmp/holdfast-nowhere")).doesNotExist();
        assertThat(project.resolve(".git/hooks")).doesNotExist();
    }

    @Test
    void folderOfLocksThatIsALink_isToldAsOne() throws IOException {
        Path elsewhere = Files.createDirectory(project.resolveSibling("elsewhere"));
        Path link = Files.createSymbolicLink(project.resolve(".locks"), elsewhere);
        Holdfast.Done done = holdfast().run("acquire", "a");
        assertThat(done.code()).isEqualTo(ExitCode.NOT_PERMITTED);
        assertThat(done.err())
                .contains(link + " is a symbolic link, which is never followed")
                .doesNotContain("holdfast trust");
        assertThat(holdfast().run("trust").err()).as("trust").contains(link + " is a symbolic link");
        assertThat(elsewhere).isEmptyDirectory();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "store: file:.locks",
                "store: sqlite:.locks/locks.db",
                "store: sqlite:locks.db",
                "store: file:a/../.locks",
                "store: 'memory:'",
                "preset: book",
                "resources: {a: [a/**]}",
                ""
            })
    void storeInTheProject_needsNoTrust(String text) throws IOException {
        configured(text + "\n");
        Holdfast.Done done = holdfast().run("acquire", "a");
        assertThat(done.code()).as(done.err()).isEqualTo(ExitCode.DONE);
        assertThat(state).doesNotExist();
    }

    @ParameterizedTest
    @ValueSource(strings = {"book", "board", "resume", "offline", "compose"})
    void everyPreset_needsNoTrust(String preset) {
        Holdfast.Done done = holdfast().run("init", "--preset", preset);
        assertThat(done.code()).as(done.err()).isEqualTo(ExitCode.DONE);
        assertThat(holdfast().run("status").code()).isEqualTo(ExitCode.DONE);
        assertThat(state).doesNotExist();
    }

    @ParameterizedTest
    @ValueSource(strings = {"file:.locks", "sqlite:.locks/x.db", "sqlite:x.db", "dir:deep/locks"})
    void linkOutOfTheProject_isNotFollowed(String store) throws IOException {
        configured("store: " + store + "\n");
        Path outside = Files.createDirectories(project.resolveSibling("outside"));
        Files.createSymbolicLink(project.resolve(".locks"), outside);
        Files.createSymbolicLink(project.resolve("x.db"), outside.resolve("not-there-yet.db"));
        Files.createSymbolicLink(project.resolve("deep"), outside);
        Holdfast.Done done = holdfast().run("acquire", "a");
        assertThat(done.code()).as(done.err()).isEqualTo(ExitCode.NOT_PERMITTED);
        assertThat(outside).isEmptyDirectory();
    }

    @Test
    void linkOutOfTheProject_isNotFollowedWithoutTrust() throws IOException {
        configured("store: file:a/.locks\n");
        Path outside = Files.createDirectories(project.resolveSibling("outside"));
        Files.createSymbolicLink(project.resolve("a"), outside);
        assertThat(holdfast().run("acquire", "a").code()).isEqualTo(ExitCode.NOT_PERMITTED);
        assertThat(outside).isEmptyDirectory();
        assertThat(holdfast().run("trust").out()).contains("file:a/.locks (" + outside.resolve(".locks") + ")");
        Files.delete(project.resolve("a"));
        Files.createSymbolicLink(project.resolve("a"), Files.createDirectories(project.resolveSibling("another")));
        assertThat(holdfast().run("acquire", "a").code()).as("another target").isEqualTo(ExitCode.NOT_PERMITTED);
    }

    @Test
    void trust_isRememberedForTheUserAlone_untilItIsRevoked() throws IOException {
        configured("store: sqlite:../elsewhere.db\n");
        assertThat(holdfast().run("trust", "--list").err()).contains("No project is trusted");
        Holdfast.Done trusted = holdfast().from(temporary).run("trust", project.toString());
        assertThat(trusted.code()).as(trusted.err()).isEqualTo(ExitCode.DONE);
        assertThat(trusted.out()).contains("Trusted " + project, "store: sqlite:../elsewhere.db");
        assertThat(holdfast().run("acquire", "a").code()).isEqualTo(ExitCode.DONE);
        Path folder = Files.createDirectories(project.resolve("deep/down"));
        assertThat(holdfast().from(folder).run("status").out()).contains("Ann");
        assertThat(holdfast().run("trust", "--list").out()).contains(project + "  store: sqlite:../elsewhere.db");
        try (Stream<Path> kept = Files.walk(state.resolve("holdfast/trust"))) {
            assertThat(kept)
                    .hasSize(2)
                    .allSatisfy(path -> assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(path)))
                            .matches("rw[x-]------"));
        }
        assertThat(holdfast().run("trust", "--revoke").out()).contains("Trusted no longer: " + project);
        assertThat(holdfast().run("acquire", "b").code()).isEqualTo(ExitCode.NOT_PERMITTED);
        assertThat(holdfast().run("trust", "--revoke").out()).contains("was not trusted");
    }

    @Test
    void trust_isForTheseWordsInThisFolder() throws IOException {
        configured("store: sqlite:../elsewhere.db\n");
        holdfast().run("trust");
        configured(
                "policies:\n  - pattern: a\n    suspect-after: 5m\nstore:   'sqlite:../elsewhere.db'   # the same\n");
        assertThat(holdfast().run("status").code())
                .as("what counts is the same")
                .isEqualTo(ExitCode.DONE);
        configured("store: sqlite:../other.db\n");
        assertThat(holdfast().run("status").code()).isEqualTo(ExitCode.NOT_PERMITTED);
        configured("store: sqlite:../elsewhere.db\nserve: {host: 0.0.0.0}\n");
        assertThat(holdfast().run("status").code()).isEqualTo(ExitCode.NOT_PERMITTED);
        configured("store: sqlite:../elsewhere.db\n");
        assertThat(holdfast().run("status").code()).as("as it was").isEqualTo(ExitCode.DONE);
        Path copy = Files.createDirectories(project.resolveSibling("copy"));
        Files.copy(project.resolve("holdfast.yaml"), copy.resolve("holdfast.yaml"));
        assertThat(holdfast().from(copy).run("status").code()).as("a copy").isEqualTo(ExitCode.NOT_PERMITTED);
    }

    @Test
    void decisionThatOthersCouldWrite_doesNotCount() throws IOException {
        configured("store: sqlite:../elsewhere.db\n");
        holdfast().run("trust");
        try (Stream<Path> kept = Files.list(state.resolve("holdfast/trust"))) {
            Files.setPosixFilePermissions(kept.findFirst().orElseThrow(), PosixFilePermissions.fromString("rw-rw-rw-"));
        }
        assertThat(holdfast().run("status").code()).isEqualTo(ExitCode.NOT_PERMITTED);
    }

    @Test
    void optionAndVariable_trustWithoutAQuestion() throws IOException {
        configured("store: sqlite:../elsewhere.db\n");
        assertThat(holdfast().run("status", "--trust").code()).isEqualTo(ExitCode.DONE);
        assertThat(holdfast().run("--trust", "status").code()).isEqualTo(ExitCode.DONE);
        Holdfast ci = holdfast();
        assertThat(ci.with("HOLDFAST_TRUST", "/nowhere:" + project)
                        .run("status")
                        .code())
                .isEqualTo(ExitCode.DONE);
        assertThat(ci.with("HOLDFAST_TRUST", temporary.toString()).run("status").code())
                .isEqualTo(ExitCode.DONE);
        assertThat(ci.with("HOLDFAST_TRUST", project + "/deeper").run("status").code())
                .isEqualTo(ExitCode.NOT_PERMITTED);
        assertThat(ci.with("HOLDFAST_TRUST", "1").run("status").err()).contains("HOLDFAST_TRUST=$PWD");
        assertThat(holdfast().run("status").code()).as("nothing is remembered").isEqualTo(ExitCode.NOT_PERMITTED);
    }

    @Test
    void storeThatTheUserNames_needsNoTrust() throws IOException {
        configured("store: sqlite:../elsewhere.db\nserve: {host: 0.0.0.0}\n");
        String own = "sqlite:" + temporary.resolve("own.db");
        assertThat(holdfast().run("status", "--store", own).code()).isEqualTo(ExitCode.DONE);
        assertThat(holdfast().with("HOLDFAST_STORE", own).run("status").code()).isEqualTo(ExitCode.DONE);
    }

    @Test
    void init_trustsOnlyWhatItWrites() throws IOException {
        configured("store: sqlite:../elsewhere.db\n");
        assertThat(holdfast().run("init").code()).isEqualTo(ExitCode.NOT_PERMITTED);
        assertThat(project.resolveSibling("elsewhere.db")).doesNotExist();
    }

    @Test
    void hook_refusesWithTheCommandToRun() throws IOException {
        configured("store: sqlite:../elsewhere.db\n");
        Session session = Session.in(project, "s").with("XDG_STATE_HOME", state.toString());
        Holdfast.Done done = session.edit(project.resolve("a.txt"));
        assertThat(done.code()).as(done.err()).isEqualTo(ExitCode.REFUSED);
        assertThat(done.err()).contains("holdfast trust " + project);
        holdfast().run("trust");
        assertThat(session.edit(project.resolve("a.txt")).code()).isEqualTo(ExitCode.DONE);
    }

    @Test
    void filesThatCameWithAClone_areAcceptedToo() throws IOException {
        holdfast().run("acquire", "a");
        Path mark = project.resolve(".locks/.holdfast/file/.git");
        Files.delete(mark); // as git does, which checks out nothing of that name
        Session session = Session.in(project, "s").with("XDG_STATE_HOME", state.toString());
        assertThat(holdfast().run("status").code()).isEqualTo(ExitCode.NOT_PERMITTED);
        Holdfast.Done refused = session.edit(project.resolve("a.txt"));
        assertThat(refused.code()).as(refused.err()).isEqualTo(ExitCode.REFUSED);
        assertThat(refused.err()).contains("holdfast trust");
        Holdfast.Done done = holdfast().run("trust", "--json");
        assertThat(done.out()).contains("\"accepted\":[\"" + mark.getParent() + "\"]", "\"trusted\":[]");
        assertThat(holdfast().run("status").out()).contains("Ann");
        assertThat(session.edit(project.resolve("a.txt")).code()).isEqualTo(ExitCode.DONE);
        assertThat(holdfast().run("trust").out()).contains("nothing to trust");
    }

    @ParameterizedTest
    @ValueSource(strings = {"sqlite:locks.db", "sqlite:.locks/locks.db"})
    void databaseThatCameWithAClone_isNotReadWithoutTrust(String store) throws IOException {
        configured("store: " + store + "\n");
        assertThat(holdfast().run("acquire", "a").code()).isEqualTo(ExitCode.DONE);
        assertThat(holdfast().run("status").out()).as("made here").contains("Ann");
        Path database = project.resolve(store.substring("sqlite:".length()));
        Path mark = database.resolveSibling("." + database.getFileName() + ".holdfast/.git");
        Files.delete(mark); // as git does, which checks out nothing of that name
        Holdfast.Done done = holdfast().run("status");
        assertThat(done.code()).as(done.out()).isEqualTo(ExitCode.NOT_PERMITTED);
        assertThat(done.err())
                .contains("store: " + store + " (a database that came with a clone")
                .doesNotContain("Ann");
        Path elsewhere = Files.createDirectories(project.resolveSibling("elsewhere/.git"));
        Files.delete(mark.getParent());
        Files.createSymbolicLink(mark.getParent(), elsewhere.getParent());
        assertThat(holdfast().run("status").code()).as("a link to a mark").isEqualTo(ExitCode.NOT_PERMITTED);
        assertThat(holdfast().run("trust").code()).isEqualTo(ExitCode.DONE);
        assertThat(holdfast().run("status").out()).as("trusted").contains("Ann");
    }

    @Test
    void databaseOfAnotherUser_isNotReadWithoutTrust() throws IOException {
        assumeTrue((Integer) Files.getAttribute(project, "unix:uid") == 0, "only root can give files away");
        configured("store: sqlite:locks.db\n");
        assertThat(holdfast().run("acquire", "a").code()).isEqualTo(ExitCode.DONE);
        Path database = project.resolve("locks.db");
        Files.setOwner(
                database,
                database.getFileSystem().getUserPrincipalLookupService().lookupPrincipalByName("nobody"));
        assertThat(holdfast().run("status").code()).isEqualTo(ExitCode.NOT_PERMITTED);
    }

    @Test
    void escapeSequences_areNotShown() throws IOException {
        configured("store: \"sqlite:../\\e[2Jx\\u202E.db\"\n");
        assertThat(holdfast().run("status").err())
                .contains("sqlite:../\\u001B[2Jx\\u202E.db")
                .doesNotContain("\u001b", "\u202e");
    }

    @Test
    void person_isAskedOnce() throws IOException {
        configured("store: sqlite:../elsewhere.db\n");
        Holdfast.Done no = holdfast().atTerminal().typing("no\n", "status");
        assertThat(no.code()).as(no.out()).isEqualTo(ExitCode.NOT_PERMITTED);
        assertThat(no.out()).contains("- store: sqlite:../elsewhere.db", "(yes/no)");
        Holdfast.Done yes = holdfast().atTerminal().typing("yes\n", "status");
        assertThat(yes.code()).as(yes.out()).isEqualTo(ExitCode.DONE);
        assertThat(holdfast().run("status").code()).isEqualTo(ExitCode.DONE);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            trust --list x      | holdfast trust --list
            trust --list --revoke | holdfast trust --list
            trust not-there     | There is no folder
            """)
    void mistake_isExplained(String line, String sentence) {
        Holdfast.Done done =
                Holdfast.at(temporary).with("XDG_STATE_HOME", state.toString()).run(line.split(" "));
        assertThat(done.code()).as(done.out()).isEqualTo(ExitCode.USAGE);
        assertThat(done.err()).contains(sentence);
    }

    @Test
    void projectWithNothingToTrust_saysSo() {
        Holdfast.Done done = holdfast().run("trust");
        assertThat(done.code()).isEqualTo(ExitCode.DONE);
        assertThat(done.out()).contains("nothing to trust");
        assertThat(state).doesNotExist();
    }
}
