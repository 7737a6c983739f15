package dev.holdfast.cli.hook;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.cli.base.ExitCode;
import dev.holdfast.cli.process.Holdfast;
import dev.holdfast.cli.process.ProjectFolder;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Whatever an assistant sends, and wherever the store is, the answer is 0 or 2, as it was asked for, and on record. */
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
final class HookTroubleTest {
    @TempDir
    Path temporary;

    private Session session;

    @BeforeEach
    void project() throws IOException {
        Path root = temporary.toRealPath();
        session = Session.in(ProjectFolder.at(root).path(), "s1");
    }

    private String log() throws IOException {
        return Files.readString(session.folder().resolve(".data/holdfast/hook.log"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "no JSON",
                "[]",
                "{\"session_id\":1,\"hook_event_name\":\"PreToolUse\"}",
                "{\"hook_event_name\":\"PreToolUse\",\"tool_input\":\"rm\"}",
                "{\"cwd\":\"\\u0000\"}",
                "{\"a\":1,\"a\":2}"
            })
    void unreadableEvent_passesOrIsRefused_asAskedFor_andIsLogged(String event) throws IOException {
        Holdfast.Done open = session.hook(event);
        assertThat(open.code()).isEqualTo(ExitCode.DONE);
        assertThat(open.out()).isEmpty();
        assertThat(log()).contains("let pass: The event");
        Holdfast.Done closed = session.hook(event, "--when-away", "closed");
        assertThat(closed.code()).isEqualTo(ExitCode.REFUSED);
        assertThat(closed.err()).contains("holdfast: Refused: The event");
        assertThat(log()).contains("refused: The event");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{}",
                "{\"hook_event_name\":\"SomethingNew\",\"session_id\":\"s\"}",
                "{\"hook_event_name\":\"PreToolUse\",\"tool_name\":\"Edit\"}",
                "{\"hook_event_name\":\"PreToolUse\",\"tool_name\":\"Edit\",\"tool_input\":{\"file_path\":7}}",
                "{\"hook_event_name\":\"PreToolUse\",\"tool_name\":\"Edit\",\"tool_input\":{\"file_path\":\"a\\u0000b\"}}",
                "{\"hook_event_name\":\"PreToolUse\",\"tool_name\":\"Bash\",\"tool_input\":{\"command\":\"$( ( '\\\" <<\"}}",
                "{\"hook_event_name\":\"PreToolUse\",\"tool_name\":\"Edit\",\"cwd\":\"relative\"}",
                "{\"hook_event_name\":\"SessionEnd\"}",
                "{\"hook_event_name\":\"SubagentStop\",\"session_id\":\"s\"}"
            })
    void unexpectedEvent_passes(String event) {
        Holdfast.Done done = session.hook(event, "--when-away", "closed", "--take", "all");
        assertThat(done.code()).as(done.err()).isEqualTo(ExitCode.DONE);
        assertThat(done.out() + done.err()).isEmpty();
    }

    @Test
    void hugeEvent_isReadToItsEnd_andDecidedAsAskedFor() throws IOException {
        String huge = "{\"hook_event_name\":\"PreToolUse\",\"tool_name\":\"Write\",\"tool_input\":{\"content\":\""
                + "x".repeat(HookEvent.MAX_BYTES) + "\"}}";
        assertThat(session.hook(huge).code()).isEqualTo(ExitCode.DONE);
        assertThat(log()).contains("The event is longer than 16777216 bytes.");
        assertThat(session.hook(huge, "--when-away", "closed").code()).isEqualTo(ExitCode.REFUSED);
    }

    @Test
    void largeFile_isJudgedLikeAnyOther() {
        Holdfast.in(session.folder()).with("HOLDFAST_OWNER", "Anna").run("acquire", "a.txt");
        String large = "{\"hook_event_name\":\"PreToolUse\",\"session_id\":\"s\",\"cwd\":\"" + session.folder()
                + "\",\"tool_name\":\"Write\",\"tool_input\":{\"content\":\"" + "x".repeat(4_000_000)
                + "\",\"file_path\":\"a.txt\"}}";
        assertThat(session.hook(large).code()).isEqualTo(ExitCode.REFUSED);
    }

    @Test
    void namelessEvent_withATool_isJudged() {
        Holdfast.in(session.folder()).with("HOLDFAST_OWNER", "Anna").run("acquire", "a.txt");
        String event = "{\"session_id\":\"s\",\"cwd\":\"" + session.folder()
                + "\",\"tool_name\":\"Edit\",\"tool_input\":{\"file_path\":\"%s\"}}";
        assertThat(session.hook(event.formatted("a.txt")).code()).isEqualTo(ExitCode.REFUSED);
        assertThat(session.hook(event.formatted("b.txt")).code()).isEqualTo(ExitCode.DONE);
    }

    @Test
    void storeAway_passesOrIsRefused_asAskedFor() throws IOException {
        Path file = session.folder().resolve("a.txt");
        Session away = session.with("HOLDFAST_STORE", "http://127.0.0.1:1");
        Holdfast.Done open = away.edit(file);
        assertThat(open.code()).isEqualTo(ExitCode.DONE);
        assertThat(open.err()).startsWith("holdfast: Not judged: ");
        assertThat(log()).contains("PreToolUse Edit let pass: ");
        Holdfast.Done closed = away.edit(file, "--when-away", "closed");
        assertThat(closed.code()).isEqualTo(ExitCode.REFUSED);
        assertThat(closed.err()).startsWith("holdfast: Refused: ");
    }

    @Test
    void storeThatNeverAnswers_countsAsAway() throws IOException {
        try (ServerSocket silent = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            Session away = session.with("HOLDFAST_STORE", "http://127.0.0.1:" + silent.getLocalPort())
                    .asProcess();
            Path file = session.folder().resolve("a.txt");
            Holdfast.Done closed = away.edit(file, "--when-away", "closed", "--limit", "1s");
            assertThat(closed.code()).as(closed.err()).isEqualTo(ExitCode.REFUSED);
            assertThat(away.edit(file, "--limit", "1s").code()).isEqualTo(ExitCode.DONE);
            assertThat(log()).contains("did not answer in time");
        }
    }

    @Test
    void mistakeInTheConfiguration_isDecidedAsAskedFor() throws IOException {
        Files.writeString(session.folder().resolve("holdfast.yaml"), "resuorces: {}\n");
        Path file = session.folder().resolve("a.txt");
        assertThat(session.edit(file).code()).isEqualTo(ExitCode.DONE);
        assertThat(log()).contains("There is no key 'resuorces' here");
        assertThat(session.edit(file, "--when-away", "closed").code()).isEqualTo(ExitCode.REFUSED);
    }

    @Test
    void wrongOptions_areToldAndLogged_andDecidedAsAskedFor() throws IOException {
        Holdfast.Done open = session.hook("{}", "--take", "some");
        assertThat(open.code()).isEqualTo(ExitCode.DONE);
        assertThat(open.err()).contains("--take is mapped, all or nothing");
        assertThat(log()).contains("let pass: hook failed with code 64");
        assertThat(session.hook("{}", "--take", "some", "--when-away", "closed").code())
                .isEqualTo(ExitCode.REFUSED);
        assertThat(session.hook("{}", "--when-away", "ajar").code()).isEqualTo(ExitCode.REFUSED);
        assertThat(session.hook("{}", "--no-such-option").code()).isEqualTo(ExitCode.DONE);
        assertThat(session.hook("{}", "--no-such-option", "--when-away=closed").code())
                .isEqualTo(ExitCode.REFUSED);
    }

    @Test
    void log_isSetAsideWhenItIsLarge() throws IOException {
        Path log = Files.createDirectories(session.folder().resolve(".data/holdfast"))
                .resolve("hook.log");
        Files.writeString(log, "x".repeat(1_100_000));
        session.hook("no JSON");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(log)))
                .as("of a new log")
                .isEqualTo("rw-------");
        assertThat(log.resolveSibling("hook.log.1")).exists();
        assertThat(Files.size(log)).isLessThan(10_000);
    }
}
