package dev.holdfast.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.cli.base.ExitCode;
import dev.holdfast.cli.process.Holdfast;
import dev.holdfast.internal.auditlog.AuditFiles;
import dev.holdfast.internal.auditlog.AuditHash;
import dev.holdfast.internal.auditlog.AuditLine;
import dev.holdfast.internal.views.JsonAnswer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The command says whether an audit log is intact, and if not, where it is broken. */
final class AuditLogCommandTest {
    private static final String KEY = "a key that has more than thirty-two characters";

    @TempDir
    Path folder;

    private Path file;
    private String last = "";

    @BeforeEach
    void write() throws IOException {
        file = folder.resolve("audit.jsonl");
        write(null, "stop");
    }

    private void write(@Nullable String key, String end) throws IOException {
        AuditHash hash = new AuditHash(key);
        JsonAnswer header = new JsonAnswer()
                .with("what", "file")
                .with("file", 1)
                .with("oldest", 1)
                .with("keyed", key != null)
                .with("previous", AuditHash.NONE);
        AuditLine.Written first = AuditLine.write(hash, AuditHash.NONE, 1, header.line());
        AuditLine.Written second = AuditLine.write(
                hash,
                first.hash(),
                2,
                new JsonAnswer().with("what", end).with("time", "now").line());
        Files.write(file, first.bytes());
        Files.write(file, second.bytes(), StandardOpenOption.APPEND);
        last = second.hash();
    }

    private Holdfast.Done run(String... more) {
        String[] line = new String[more.length + 1];
        line[0] = "audit-log";
        System.arraycopy(more, 0, line, 1, more.length);
        return Holdfast.in(folder).run(line);
    }

    @Test
    void intactLog_isZero_withTheLastHash() {
        for (String named : new String[] {"audit.jsonl", "."}) {
            Holdfast.Done done = run("verify", named);
            assertThat(done.code()).as(done.err()).isEqualTo(ExitCode.DONE);
            assertThat(done.out()).contains("Intact: 2 lines in 1 file", "Last hash: " + last);
            assertThat(done.err()).isEmpty();
        }
        assertThat(run("verify", "audit.jsonl", "--expect", last).code()).isEqualTo(ExitCode.DONE);
    }

    @Test
    void brokenLog_isOne_withTheLine() throws IOException {
        Files.writeString(file, Files.readString(file).replace("now", "not"));
        Holdfast.Done done = run("verify", "audit.jsonl");
        assertThat(done.code()).isEqualTo(ExitCode.FOUND);
        assertThat(done.out()).contains("Broken: ", "audit.jsonl, line 2. The hash does not fit", "intact: 1");
    }

    @Test
    void cutLog_isFoundByAnExpectedHash() throws IOException {
        String noted = last;
        String text = Files.readString(file);
        Files.writeString(file, text.substring(0, text.indexOf('\n') + 1));
        Holdfast.Done done = run("verify", "audit.jsonl");
        assertThat(done.code()).isEqualTo(ExitCode.DONE);
        assertThat(done.err()).contains("not stopped in order", "--expect");
        assertThat(run("verify", "audit.jsonl", "--expect", noted).code()).isEqualTo(ExitCode.FOUND);
    }

    @Test
    void key_comesFromTheVariable() throws IOException {
        write(KEY, "stop");
        assertThat(run("verify", "audit.jsonl").out()).contains("set HOLDFAST_AUDIT_KEY");
        Holdfast.Done keyed =
                Holdfast.in(folder).with("HOLDFAST_AUDIT_KEY", KEY).run("audit-log", "verify", "audit.jsonl");
        assertThat(keyed.code()).as(keyed.out()).isEqualTo(ExitCode.DONE);
    }

    @Test
    void configuredLog_needsNoName() {
        Holdfast.Done done =
                Holdfast.in(folder).with("HOLDFAST_AUDIT_LOG", "audit.jsonl").run("audit-log", "verify");
        assertThat(done.code()).as(done.err()).isEqualTo(ExitCode.DONE);
        assertThat(run("verify").err()).contains("No audit log is configured", "holdfast audit-log verify FILE");
    }

    @Test
    void mistakes_areToldWithWhatToWrite() throws IOException {
        assertThat(run("verify", "none.jsonl").err()).contains("There is no audit log", "none.jsonl");
        assertThat(run("verify", "none.jsonl").code()).isEqualTo(ExitCode.USAGE);
        Files.createDirectory(folder.resolve("empty"));
        assertThat(run("verify", "empty").err()).contains("no file whose name ends with " + AuditFiles.SUFFIX);
        assertThat(run("show", "audit.jsonl").err()).contains("holdfast audit-log verify");
        assertThat(run("verify", "audit.jsonl", "--expect", "abc").err()).contains("64 hexadecimal digits");
        Files.createSymbolicLink(folder.resolve("link.jsonl"), file);
        assertThat(run("verify", "link.jsonl").err()).contains("is a link");
        assertThat(run("verify", "link.jsonl").code()).isEqualTo(ExitCode.USAGE);
    }
}
