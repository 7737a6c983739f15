package dev.holdfast.cli.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.holdfast.cli.base.ExitCode;
import dev.holdfast.cli.process.Holdfast;
import dev.holdfast.cli.process.ProjectFolder;
import dev.holdfast.internal.auditlog.AuditHash;
import dev.holdfast.internal.auditlog.AuditLine;
import dev.holdfast.internal.views.JsonAnswer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Every answer for programs is what its schema says, and nothing more. */
final class JsonTest {
    private final Schemas schemas = new Schemas();

    @TempDir
    Path folder;

    private ProjectFolder project;

    @BeforeEach
    void project() {
        project = ProjectFolder.at(folder);
    }

    /** What it answered, which its schema allows. */
    private String answer(Holdfast holdfast, int code, String command, String... arguments) {
        String[] line = new String[arguments.length + 2];
        line[0] = command;
        line[1] = "--json";
        System.arraycopy(arguments, 0, line, 2, arguments.length);
        Holdfast.Done done = holdfast.run(line);
        assertThat(done.code()).as(done.out() + done.err()).isEqualTo(code);
        assertThat(done.out().lines()).as("one answer on one line").hasSize(1);
        assertThat(schemas.mistakes(command, done.out())).as(done.out()).isEmpty();
        return done.out();
    }

    private static String receipt(String granted) {
        return granted.replaceAll("(?s).*\"receipt\":\"([^\"]+)\".*", "$1");
    }

    @Test
    void ownHolds_areTakenRenewedVerifiedAndGivenBack() {
        Holdfast ann = project.as("Ann");
        String pid = Long.toString(ProcessHandle.current().pid());
        String granted = answer(ann, ExitCode.DONE, "acquire", "a", "b", "--note", "n", "--ttl", "5m", "--pid", pid);
        assertThat(granted).contains("\"granted\":true", "\"note\":\"n\"", "\"pid\":" + pid);
        String receipt = receipt(granted);
        assertThat(answer(ann, ExitCode.DONE, "renew", "a", "--receipt", receipt))
                .contains("\"receipt\":null", "\"receipt\":\"" + receipt);
        assertThat(answer(ann, ExitCode.DONE, "verify", "--receipt", receipt)).contains("\"lost\":[]");
        assertThat(answer(ann, ExitCode.DONE, "release", "a", "b"))
                .contains("\"released\":2", "\"resources\":[\"a\",\"b\"]");
        assertThat(answer(ann, ExitCode.DONE, "release", "--receipt", receipt)).contains("\"released\":0");
    }

    @Test
    void whatOthersHold_isRefusedInTheSameWords() {
        project.as("Ann").run("acquire", "a");
        Holdfast bob = project.as("Bob");
        String[] refusals = {
            answer(bob, ExitCode.BUSY, "acquire", "a"),
            answer(bob, ExitCode.BUSY, "run", "a", "--", "true"),
            answer(bob, ExitCode.BUSY, "wait", "a", "--wait", "0s"),
            answer(bob, ExitCode.REFUSED, "guard", "a"),
            answer(bob, ExitCode.NOT_PERMITTED, "release", "a"),
            answer(bob, ExitCode.NOT_PERMITTED, "renew", "a")
        };
        assertThat(refusals)
                .allSatisfy(refusal -> assertThat(refusal)
                        .contains("\"refusals\":[{\"resource\":\"a\",", "\"holders\":[{", "\"name\":\"Ann\""));
        assertThat(answer(bob, ExitCode.DONE, "wait", "b")).contains("\"free\":true");
        assertThat(answer(bob, ExitCode.DONE, "guard", "b")).contains("\"allowed\":true");
        assertThat(answer(bob, ExitCode.DONE, "git", "receive", "--user", "bob"))
                .contains("\"allowed\":true,\"refusals\":[]");
    }

    @Test
    void hook_isAnsweredForPrograms() {
        String event = "{\"hook_event_name\":\"PreToolUse\",\"session_id\":\"s\",\"cwd\":\"" + folder
                + "\",\"tool_name\":\"Write\",\"tool_input\":{\"file_path\":\"a\"}}";
        String[] line = {"hook", "--json", "--take", "all"};
        String taken = project.as("Ann").typing(event, line).out();
        String refused =
                project.as("Bob").typing(event.replace("\"s\"", "\"t\""), line).out();
        assertThat(schemas.mistakes("hook", taken)).as(taken).isEmpty();
        assertThat(schemas.mistakes("hook", refused)).as(refused).isEmpty();
        assertThat(taken).contains("\"taken\":[\"a\"]");
        assertThat(refused).contains("\"allowed\":false", "\"refusals\":[{\"resource\":\"a\"");
    }

    @Test
    void hooks_areInstalledAndRemoved() {
        Holdfast ann = project.as("Ann");
        assertThat(answer(ann, ExitCode.DONE, "hooks", "install", "claude", "--command", "holdfast"))
                .contains("\"made\":[\"", "\"kept\":[]");
        assertThat(answer(ann, ExitCode.DONE, "hooks", "remove", "claude")).contains("\"removed\":[\"");
    }

    @Test
    void looking_showsHoldsAliveStaleAndOver() {
        project.lockedByAnotherProgram("c", "CLI-1", Duration.ofMinutes(20));
        Holdfast ann = project.as("Ann");
        ann.run("acquire", "a", "--mode", "shared");
        assertThat(answer(ann, ExitCode.DONE, "status")).contains("\"state\":\"live\"", "\"state\":\"suspect\"");
        assertThat(answer(ann, ExitCode.DONE, "who", "a")).contains("\"mode\":\"shared\"");
        assertThat(answer(ann, ExitCode.FREE, "who", "b")).contains("\"free\":true", "\"holders\":[]");
        assertThat(answer(ann, ExitCode.DONE, "doctor")).contains("\"level\":\"warning\"");
        project.lockedByAnotherProgram("c", "CLI-1", Duration.ofMinutes(70));
        assertThat(answer(ann, ExitCode.FREE, "who", "c")).contains("\"holders\":[],\"ended\":[{");
    }

    @Test
    void ending_isToldAndOnRecord() {
        Holdfast ann = project.as("Ann");
        String receipt = receipt(answer(ann, ExitCode.DONE, "acquire", "a"));
        assertThat(answer(project.as("Ada"), ExitCode.DONE, "force-release", "a", "--reason", "r"))
                .contains("\"ended\":[{\"resource\":\"a\"");
        String[] losses = {
            answer(ann, ExitCode.LOST, "verify", "--receipt", receipt),
            answer(ann, ExitCode.LOST, "renew", "--receipt", receipt),
            answer(ann, ExitCode.LOST, "release", "--receipt", receipt)
        };
        assertThat(losses)
                .allSatisfy(loss -> assertThat(loss).contains("\"lost\":[{\"resource\":\"a\",", "Ada released it (r)"));
        assertThat(answer(ann, ExitCode.DONE, "history"))
                .contains("\"kind\":\"forced\"", "\"actor\":\"Ada\"", "\"reason\":\"r\"");
    }

    @Test
    void requests_areMadeListedAndAnswered() {
        Holdfast ann = project.as("Ann");
        Holdfast bob = project.as("Bob");
        assertThat(answer(bob, ExitCode.BUSY, "request", "a")).contains("\"why\":\"free\"", "\"requests\":[]");
        ann.run("acquire", "a");
        assertThat(answer(bob, ExitCode.DONE, "request", "a", "--message", "please"))
                .contains("\"granted\":false", "\"why\":null", "\"state\":\"open\"", "\"holder\":\"Ann\"");
        assertThat(answer(ann, ExitCode.DONE, "requests"))
                .contains("\"received\":[{", "\"message\":\"please\"", "\"shown\":null", "\"asked\":[]");
        assertThat(answer(ann, ExitCode.DONE, "answer", "a", "in", "10m", "--message", "soon"))
                .contains("\"state\":\"promised\"", "\"reply\":\"soon\"");
        assertThat(answer(bob, ExitCode.DONE, "requests"))
                .contains("\"received\":[]", "\"asked\":[{")
                .doesNotContain("\"shown\":null", "\"until\":null");
        assertThat(answer(bob, ExitCode.DONE, "request", "a", "--withdraw")).contains("\"withdrawn\":true");
        assertThat(answer(ann, ExitCode.DONE, "answer", "a", "mute")).contains("\"muted\":true");
        assertThat(answer(bob, ExitCode.BUSY, "request", "a")).contains("\"why\":\"muted\"");
        assertThat(answer(ann, ExitCode.DONE, "history"))
                .contains("\"kind\":\"requested\"", "\"kind\":\"promised\"", "\"kind\":\"withdrawn\"");
    }

    @Test
    void requestThatWasGranted_hasTheHold() throws Exception {
        Holdfast ann = project.as("Ann");
        ann.run("acquire", "a");
        Holdfast.Running asking = project.as("Bob").start("request", "a", "--wait", "100s", "--json");
        await().atMost(Duration.ofSeconds(100))
                .until(() -> ann.run("requests", "--json").out().contains("\"state\":\"open\""));
        ann.run("answer", "a", "now");
        Holdfast.Done done = asking.done();
        assertThat(done.code()).as(done.err()).isEqualTo(ExitCode.DONE);
        assertThat(schemas.mistakes("request", done.out())).as(done.out()).isEmpty();
        assertThat(done.out())
                .contains("\"granted\":true", "\"receipt\":\"", "\"processes\":[]", "\"state\":\"handed\"");
    }

    @Test
    void tokens_areMadeListedAndRevoked() {
        Holdfast ann = project.as("Ann");
        assertThat(answer(ann, ExitCode.DONE, "token", "list")).contains("\"tokens\":[]");
        assertThat(answer(ann, ExitCode.DONE, "token", "create", "anna", "--role", "editor", "--prefix", "a/"))
                .contains(
                        "\"secret\":\"hf_",
                        "\"label\":\"anna\"",
                        "{\"role\":\"editor\",\"prefix\":\"a/\",\"exact\":false,\"verbs\":[]}");
        assertThat(answer(ann, ExitCode.DONE, "token", "list"))
                .contains("\"label\":\"anna\"")
                .doesNotContain("hf_");
        assertThat(answer(ann, ExitCode.DONE, "token", "rotate", "anna")).contains("\"secret\":\"hf_");
        assertThat(answer(ann, ExitCode.DONE, "token", "revoke", "anna")).contains("\"revoked\":[{");
        Holdfast own = ann.with("XDG_CONFIG_HOME", folder.resolve("config").toString());
        String used = own.typing("hf_x\n", "token", "use", "https://Locks.example.org:443/", "--json")
                .out();
        assertThat(schemas.mistakes("token", used)).as(used).isEmpty();
        assertThat(used).contains("\"origin\":\"https://locks.example.org\",\"stored\":true");
        assertThat(answer(own, ExitCode.DONE, "token", "forget", "https://locks.example.org"))
                .contains("\"stored\":false");
    }

    @Test
    void auditLog_isIntactOrBroken() throws IOException {
        JsonAnswer header = new JsonAnswer()
                .with("time", "2026-11-17T06:00:00Z")
                .with("what", "file")
                .with("file", 1)
                .with("previous", AuditHash.NONE);
        Path file = folder.resolve("audit.jsonl");
        Files.write(
                file,
                AuditLine.write(new AuditHash(null), AuditHash.NONE, 1, header.line())
                        .bytes());
        Holdfast ann = project.as("Ann");
        assertThat(answer(ann, ExitCode.DONE, "audit-log", "verify", "audit.jsonl"))
                .contains("\"intact\":true", "\"broken\":null", "\"stopped\":false");
        Files.writeString(file, "no line\n");
        assertThat(answer(ann, ExitCode.FOUND, "audit-log", "verify", "audit.jsonl"))
                .contains("\"intact\":false", "\"line\":1", "\"last\":null");
    }

    @Test
    void project_isTrustedAndTrustedNoLonger() throws IOException {
        Files.writeString(folder.resolve("holdfast.yaml"), "store: sqlite:../elsewhere.db\n");
        Holdfast ann =
                project.as("Ann").with("XDG_STATE_HOME", folder.resolve("state").toString());
        assertThat(answer(ann, ExitCode.DONE, "trust", "--list")).contains("\"trusted\":[]");
        assertThat(answer(ann, ExitCode.DONE, "trust"))
                .contains("\"parts\":[\"store: sqlite:../elsewhere.db\"]", "\"distrusted\":[],\"accepted\":[]");
        assertThat(answer(ann, ExitCode.DONE, "trust", "--revoke")).contains("\"trusted\":[],\"distrusted\":[{");
    }

    @Test
    void project_isSetUpAndCleared() {
        Holdfast ann = project.as("Ann");
        assertThat(answer(ann, ExitCode.DONE, "init", "--preset", "book"))
                .contains("\"made\":[\"holdfast.yaml\"", "\"kept\":[]");
        assertThat(answer(ann, ExitCode.DONE, "init")).contains("\"made\":[]");
        assertThat(answer(ann, ExitCode.DONE, "acquire", "--operation", "compile"))
                .contains("\"holds\":[]");
        assertThat(answer(ann, ExitCode.DONE, "clear", "--yes")).contains("\"ended\":[]");
        ann.run("acquire", "FrontMatter");
        assertThat(answer(ann, ExitCode.DONE, "clear", "--yes")).contains("\"cleared\":true,\"ended\":[{");
    }
}
