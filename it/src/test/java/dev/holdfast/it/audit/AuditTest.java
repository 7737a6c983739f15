package dev.holdfast.it.audit;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.cli.CommandCall;
import dev.holdfast.cli.Main;
import dev.holdfast.cli.base.ExitCode;
import dev.holdfast.internal.json.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** {@code holdfast audit}: once as a process of its own, else within this one. */
@Timeout(value = 300, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class AuditTest {
    private static final String TABLE = "CREATE TABLE page_lock (page_id INT, owner VARCHAR(9));\n";

    @TempDir
    private Path folder;

    private record Done(int code, String out, String err) {}

    @BeforeEach
    void sources() throws IOException {
        Files.writeString(Files.createDirectories(folder.resolve("app/db")).resolve("locks.sql"), TABLE);
    }

    private Done audit(String... arguments) {
        List<String> line = new ArrayList<>(List.of("audit"));
        line.addAll(List.of(arguments));
        CommandCall call = CommandCall.in(folder, System.getenv(), line.toArray(String[]::new));
        return new Done(call.code(), call.out(), call.err());
    }

    private Done auditProcess(String... arguments) throws Exception {
        ProcessBuilder builder = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        Main.class.getName(),
                        "audit")
                .directory(folder.toFile())
                .redirectError(folder.resolve("err.txt").toFile());
        builder.command().addAll(List.of(arguments));
        Process process = builder.start();
        String out = new String(process.getInputStream().readAllBytes(), UTF_8);
        return new Done(process.waitFor(), out, Files.readString(folder.resolve("err.txt")));
    }

    @Test
    void mistake_isToldWithItsPlace() throws Exception {
        Done done = auditProcess("app");
        assertThat(done.code()).as(done.err()).isEqualTo(ExitCode.FOUND);
        assertThat(done.out())
                .startsWith("app/db/locks.sql\n  1: lock-without-timeout\n")
                .contains("Why: ", "Fix: ");
        assertThat(done.err()).isEqualTo("1 finding in 1 file (1 line).\n");
    }

    @Test
    void nothing_isDone() throws Exception {
        Done done = audit("app", "--ignore", "lock-without-timeout");
        assertThat(done.code()).as(done.err()).isEqualTo(ExitCode.DONE);
        assertThat(done.out()).isEmpty();
        assertThat(done.err()).isEqualTo("Nothing found in 1 file (1 line).\n");
        assertThat(audit("app", "--rule", "unordered-locks").code()).isEqualTo(ExitCode.DONE);
    }

    @Test
    void answers_forPrograms() throws Exception {
        Done json = audit("app", "--json");
        assertThat(json.code()).isEqualTo(ExitCode.FOUND);
        assertThat(Json.readObject(json.out())).containsKeys("findings", "unread");
        Done sarif = audit("app", "--format", "sarif");
        assertThat(sarif.code()).isEqualTo(ExitCode.FOUND);
        assertThat(Json.readObject(sarif.out())).containsEntry("version", "2.1.0");
        assertThat(sarif.out()).contains("\"uri\": \"app/db/locks.sql\"");
    }

    @Test
    void baseline_isWrittenAndThenKeptApart() throws Exception {
        Done written = audit("app", "--baseline", "known.json", "--write-baseline");
        assertThat(written.code()).as(written.err()).isEqualTo(ExitCode.DONE);
        Done again = audit("app", "--baseline", "known.json");
        assertThat(again.code()).as(again.err()).isEqualTo(ExitCode.DONE);
        assertThat(again.err()).contains("besides 1 in the baseline");

        Files.writeString(folder.resolve("app/db/more.sql"), TABLE.replace("page", "form"));
        Done more = audit("app", "--baseline", "known.json");
        assertThat(more.code()).isEqualTo(ExitCode.FOUND);
        assertThat(more.out()).contains("app/db/more.sql").doesNotContain("locks.sql");

        Files.delete(folder.resolve("app/db/locks.sql"));
        assertThat(audit("app", "--baseline", "known.json").err()).contains("1 of the baseline is there no more");
    }

    @Test
    void baseline_isNotWrittenThroughALink() throws Exception {
        Path elsewhere = Files.writeString(folder.resolve("elsewhere"), "mine");
        Files.createSymbolicLink(folder.resolve("known.json"), elsewhere);
        Done done = audit("app", "--baseline", "known.json", "--write-baseline");
        assertThat(done.code()).as(done.err()).isEqualTo(ExitCode.UNWRITABLE);
        assertThat(elsewhere).content().isEqualTo("mine");
    }

    @Test
    void brokenFile_isToldInOneLine() throws Exception {
        Files.writeString(folder.resolve("app/Broken.java"), "class {");
        Done done = audit("app");
        assertThat(done.code()).isEqualTo(ExitCode.FOUND);
        assertThat(done.err().lines())
                .filteredOn(line -> line.contains("app/Broken.java"))
                .singleElement()
                .asString()
                .startsWith("Not looked at: app/Broken.java: line 1: ");
    }

    @Test
    void wrongUsage_isSaid() throws Exception {
        List<String[]> wrong = List.of(
                new String[] {},
                new String[] {"none"},
                new String[] {"app", "--rule", "unknown"},
                new String[] {"app", "--format", "xml"},
                new String[] {"app", "--json", "--format", "sarif"},
                new String[] {"app", "--write-baseline"},
                new String[] {"app", "--baseline", "none.json"},
                new String[] {"app", "--baseline", "app/db/locks.sql"},
                new String[] {"app", "--rule", "unordered-locks", "--ignore", "unordered-locks"});
        for (String[] arguments : wrong) {
            Done done = audit(arguments);
            assertThat(done.code()).as(String.join(" ", arguments)).isEqualTo(ExitCode.USAGE);
            assertThat(done.out()).isEmpty();
            assertThat(done.err()).startsWith("holdfast: ");
        }
    }
}
