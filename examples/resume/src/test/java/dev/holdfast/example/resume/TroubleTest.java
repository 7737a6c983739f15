package dev.holdfast.example.resume;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.example.resume.Tool.Call;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What goes wrong is told in words, with an exit code. */
@Timeout(300)
class TroubleTest {
    @TempDir
    Path folder;

    private Tool tool;

    @BeforeEach
    void open() {
        tool = new Tool(folder);
    }

    @AfterEach
    void close() {
        tool.close();
    }

    @Test
    void call_mistake_saysWhatToWrite() throws Exception {
        assertThat(tool.call("--help").out()).startsWith("usage: resume-tool");
        String items = tool.items(3);
        String[][] mistakes = {
            {},
            {"walk"},
            {"resume"},
            {"resume", "nobody"},
            {"resume", "../x"},
            {"run", "words", "nowhere.txt"},
            {"run", "dance", items},
            {"session", items, "sort", "dance"},
            {"run", "words", items, "--pace", "slow"},
            {"run", "words", items, "--id"},
            {"list", "--all"}
        };
        List<Call> calls = new ArrayList<>();
        for (String[] mistake : mistakes) {
            calls.add(tool.start(mistake));
        }
        assertThat(calls).allSatisfy(call -> {
            assertThat(call.code()).as(call.err()).isEqualTo(ExitCode.USAGE);
            assertThat(call.err()).startsWith("resume-tool: ").doesNotContain("\tat ");
            assertThat(call.out()).isEmpty();
        });
        assertThat(tool.storage()).as("a mistake leaves nothing").doesNotExist();
    }

    @Test
    void run_idTwice_isRefusedAndChangesNothing() throws Exception {
        Call first = tool.call("run", "words", tool.items(3), "--id", "job", "--every", "2");
        Call second = tool.call("run", "sum", tool.file("numbers.txt", "1"), "--id", "job");
        assertThat(second.code()).isEqualTo(ExitCode.USAGE);
        assertThat(second.err()).contains("resume-tool resume job");
        assertThat(tool.call("resume", "job").out()).isEqualTo(first.out());
    }

    @Test
    @DisplayName("R10: a corrupt lock file and an unusable storage are told in words, with an exit code")
    void resume_trouble_isTold() throws Exception {
        tool.working("run", "words", tool.items(3), "--id", "job").kill();
        Files.delete(tool.lockFile("job"));
        Files.writeString(tool.lockFile("job"), "{\"job_id\": \"jo");
        Call corrupt = tool.call("resume", "job");
        assertThat(corrupt.code()).isEqualTo(ExitCode.BUSY);
        assertThat(corrupt.err())
                .contains("unknown process", tool.lockFile("job").toString(), "--force");
        assertThat(tool.call("resume", "job", "--force").code()).isEqualTo(ExitCode.DONE);

        String file = tool.file("file");
        Call unusable = tool.call("--storage", file, "run", "words", tool.items(3));
        assertThat(unusable.code()).isEqualTo(ExitCode.STORAGE);
        assertThat(unusable.err()).contains(file).doesNotContain("\tat ");
    }
}
