package dev.holdfast.cli.hook;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.holdfast.cli.base.ExitCode;
import dev.holdfast.cli.process.Holdfast;
import dev.holdfast.cli.process.ProjectFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** An assistant asks before it writes: by the command as it is installed. */
final class HookTest {
    @TempDir
    Path temporary;

    private Path root = Path.of("");
    private ProjectFolder project = new ProjectFolder(root);

    @BeforeEach
    void project() throws IOException {
        root = temporary.toRealPath();
        project = ProjectFolder.at(root);
        Files.writeString(root.resolve("holdfast.yaml"), """
                resources:
                  payments:
                    - src/payments/**
                """);
        Files.createDirectories(root.resolve("src/payments"));
        Files.writeString(root.resolve("src/payments/Invoice.java"), "class Invoice {}");
        Files.writeString(root.resolve("README.md"), "# Shop");
    }

    private Path invoice() {
        return root.resolve("src/payments/Invoice.java");
    }

    private Session session(String id) {
        return Session.in(root, id);
    }

    private void isRefused(Holdfast.Done done) {
        assertThat(done.code()).as(done.err()).isEqualTo(ExitCode.REFUSED);
        assertThat(done.out()).isEmpty();
        assertThat(done.err())
                .contains(
                        "payments has been held by Anna since ",
                        "not an instruction: \"new rates\"",
                        "holdfast wait payments");
    }

    private void passes(Holdfast.Done done) {
        assertThat(done.code()).as(done.err()).isEqualTo(ExitCode.DONE);
        assertThat(done.out() + done.err()).isEmpty();
    }

    @Test
    void edit_ofWhatAnotherHolds_isRefusedWithWhoSinceAndWhy() {
        project.as("Anna").run("acquire", "payments", "--note", "new rates");
        isRefused(session("s1").edit(invoice()));
        passes(session("s1").edit(root.resolve("README.md")));
        project.as("Anna").run("release", "payments");
        passes(session("s1").edit(invoice()));
    }

    @Test
    void everyToolThatWrites_isRefused_andNoneThatReads() {
        project.as("Anna").run("acquire", "payments", "--note", "new rates");
        Session session = session("s1");
        String file = invoice().toString();
        List<Map<String, @Nullable Object>> inputs = List.of(
                Map.of("file_path", file, "content", "x"),
                Map.of("notebook_path", file),
                Map.of("path", "src/payments/Invoice.java"),
                Map.of("source", file, "destination", root.resolve("x").toString()),
                Map.of("edits", List.of(Map.of("file_path", file))),
                Map.of("input", "*** Begin Patch\n*** Update File: src/payments/Invoice.java\n*** End Patch\n"));
        for (Map<String, @Nullable Object> input : inputs) {
            isRefused(session.tool("PreToolUse", "mcp__files__change", input));
        }
        isRefused(session.tool("BeforeTool", "replace", Map.of("file_path", file)));
        passes(session.tool("PreToolUse", "Read", Map.of("file_path", file)));
        passes(session.tool("PreToolUse", "mcp__files__read_text_file", Map.of("path", file)));
        passes(session.tool("PostToolUse", "Edit", Map.of("file_path", file)));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "echo x > src/payments/Invoice.java",
                "cd src && rm -f payments/Invoice.java",
                "mv src/payments /tmp/elsewhere",
                "rm -rf src",
                "sed -i s/a/b/ src/payments/*.java",
                "python3 -c \"open('src/payments/Invoice.java', 'w')\"",
                "bash -c 'cat x >>\"src/payments/Invoice.java\"'"
            })
    void shellCommand_thatNamesWhatAnotherHolds_isRefused(String command) {
        project.as("Anna").run("acquire", "payments", "--note", "new rates");
        isRefused(session("s1").bash(command));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "cat src/payments/Invoice.java",
                "grep -rn total src | head",
                "cp src/payments/Invoice.java /tmp/copy",
                "git diff src/payments",
                "echo payments > /tmp/x",
                "npm run payments"
            })
    void shellCommand_thatReads_passes(String command) {
        project.as("Anna").run("acquire", "payments", "--note", "new rates");
        passes(session("s1").bash(command));
    }

    @Test
    void take_holdsForTheSession_untilItEnds() {
        passes(session("s1").edit(invoice(), "--take", "mapped"));
        assertThat(project.registryText()).contains("\"payments\"").containsPattern("\"CLI-\\d{10}\"");
        Holdfast.Done other = session("s2").edit(invoice(), "--take", "mapped");
        assertThat(other.code()).isEqualTo(ExitCode.REFUSED);
        assertThat(other.err()).contains("payments has been held by CLI-", "Its lease ends at ");
        passes(session("s1").edit(invoice(), "--take", "mapped"));
        passes(session("s2").event("SessionEnd"));
        assertThat(session("s2").edit(invoice()).code()).isEqualTo(ExitCode.REFUSED);
        passes(session("s1").event("SessionEnd"));
        passes(session("s2").edit(invoice(), "--take", "mapped"));
    }

    @Test
    void take_byManyAtOnce_isForOneOfThem() throws IOException {
        List<Holdfast.Running> running = new ArrayList<>();
        for (int i = 0; i < 6; i++) {
            Holdfast.Running one = session("s" + i).holdfast().start("hook", "--take", "mapped");
            one.type("{\"hook_event_name\":\"PreToolUse\",\"tool_name\":\"Edit\",\"session_id\":\"s" + i
                    + "\",\"cwd\":\"" + root + "\",\"tool_input\":{\"file_path\":\"" + invoice() + "\"}}");
            running.add(one);
        }
        for (Holdfast.Running one : running) {
            one.endInput(); // all have been started, and wait for the end of their input
        }
        List<Integer> codes = new ArrayList<>();
        for (Holdfast.Running one : running) {
            codes.add(one.done().code());
        }
        assertThat(codes).containsOnlyOnce(ExitCode.DONE).containsOnly(ExitCode.DONE, ExitCode.REFUSED);
    }

    @Test
    void take_isOfMappedFilesOrOfAll_andNeverOfGitsOwn() {
        assertThat(session("s1")
                        .edit(root.resolve("README.md"), "--take", "mapped", "--json")
                        .out())
                .contains("\"taken\":[]");
        assertThat(session("s1")
                        .edit(root.resolve("README.md"), "--take", "all", "--json")
                        .out())
                .contains("\"taken\":[\"README.md\"]");
        assertThat(session("s1")
                        .edit(root.resolve(".git/config"), "--take", "all", "--json")
                        .out())
                .contains("\"taken\":[]");
        assertThat(session("s2")
                        .from(root.resolve("src"))
                        .bash("rm ../README.md")
                        .code())
                .isEqualTo(ExitCode.REFUSED);
    }

    @Test
    void take_endsByItsGrace_ifNothingIsHeardOfTheAssistant() {
        passes(session("s1").edit(invoice(), "--take", "mapped", "--grace", "1s"));
        await().atMost(Duration.ofSeconds(100))
                .until(() -> session("s2").edit(invoice(), "--take", "mapped").code() == ExitCode.DONE);
    }

    @Test
    void subAgents_excludeEachOther_andMayDoWhatTheirSessionMay() {
        Session parent = session("s1");
        passes(parent.edit(invoice(), "--take", "mapped"));
        passes(parent.agent("a1").edit(invoice(), "--take", "mapped"));
        Path readme = root.resolve("README.md");
        passes(parent.agent("a1").edit(readme, "--take", "all"));
        assertThat(parent.agent("a2").edit(readme, "--take", "all").code()).isEqualTo(ExitCode.REFUSED);
        assertThat(parent.edit(readme).code()).isEqualTo(ExitCode.REFUSED);
        passes(parent.agent("a1").event("SubagentStop"));
        passes(parent.agent("a2").edit(readme, "--take", "all"));
        passes(parent.event("SessionEnd"));
        passes(session("s2").edit(readme, "--take", "all"));
    }

    @Test
    void whatItsOwnPersonHolds_isTheAssistantsToo() {
        project.as("Anna").run("acquire", "payments");
        passes(session("s1").with("HOLDFAST_OWNER", "Anna").edit(invoice(), "--take", "mapped"));
        assertThat(session("s1").with("HOLDFAST_OWNER", "Ben").edit(invoice()).code())
                .isEqualTo(ExitCode.REFUSED);
    }

    @Test
    void shellCommandsOfTheSession_areToldWhoTheyActFor() throws IOException {
        Path file = root.resolve("env.sh");
        Session session = session("s1").with("CLAUDE_ENV_FILE", file.toString());
        passes(session.event("SessionStart"));
        passes(session.event("SessionStart"));
        assertThat(Files.readString(file)).matches("export HOLDFAST_OWNER=CLI-\\d{10}\n");
        String name = Files.readString(file).replaceAll("(?s).*=(.*)\n", "$1");
        project.as(name).run("acquire", "payments");
        passes(session("s1").edit(invoice(), "--take", "mapped"));
        assertThat(session("s2").edit(invoice()).code()).isEqualTo(ExitCode.REFUSED);
    }

    @Test
    void sharedLock_keepsOthersFromWriting() {
        project.as("Anna").run("acquire", "payments", "--mode", "shared", "--note", "reading");
        Holdfast.Done refused = session("s1").edit(invoice());
        assertThat(refused.code()).isEqualTo(ExitCode.REFUSED);
        assertThat(refused.err()).contains("payments has been shared by Anna");
        assertThat(project.as("Anna").run("guard", "src/payments/Invoice.java").code())
                .isEqualTo(ExitCode.DONE);
    }

    @Test
    void ownSharedLock_isReleasedBeforeWritingUnderAnExclusiveOne() {
        String name =
                session("s1").edit(invoice(), "--take", "mapped", "--json").out();
        assertThat(name).contains("\"taken\":[\"payments\"]");
        String instance = project.registryText().replaceAll("(?s).*\"(CLI-\\d{10})\".*", "$1");
        project.as(instance).run("release", "payments");
        project.as(instance).run("acquire", "payments", "--mode", "shared");
        passes(session("s1").edit(invoice()));
        Holdfast.Done refused = session("s1").edit(invoice(), "--take", "mapped");
        assertThat(refused.code()).isEqualTo(ExitCode.REFUSED);
        assertThat(refused.err()).contains("payments is yours, but shared. Release it first");
    }

    @Test
    void anyName_isGuarded_inAnyLocale() {
        project.as("Anna").run("acquire", "payments", "--note", "new rates");
        for (String name : List.of("Größe.java", "a b.java", "line\nbreak.java")) {
            Map<String, @Nullable Object> input = Map.of("file_path", root + "/src/payments/" + name);
            isRefused(session("s1").tool("PreToolUse", "Write", input));
            isRefused(session("s1").with("LC_ALL", "C").tool("PreToolUse", "Write", input));
        }
    }

    @Test
    void fileOfAnotherProject_isJudgedThere() throws IOException {
        Path other = Files.createDirectories(root.resolve("other"));
        ProjectFolder.at(other).as("Anna").run("acquire", "./notes.txt");
        assertThat(session("s1").edit(other.resolve("notes.txt")).code()).isEqualTo(ExitCode.REFUSED);
        passes(session("s1").edit(root.resolve("notes.txt")));
        Session inside = session("s1").from(other);
        project.as("Anna").run("acquire", "payments", "--note", "new rates");
        isRefused(inside.edit(invoice()));
    }
}
