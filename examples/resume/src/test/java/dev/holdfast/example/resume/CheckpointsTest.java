package dev.holdfast.example.resume;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A process that lost its lock can write what it likes: it does not count. */
class CheckpointsTest {
    @TempDir
    Path folder;

    private Checkpoints checkpoints;

    @BeforeEach
    void open() {
        checkpoints = new Checkpoints(folder);
    }

    @Test
    void begin_afterOthers_goesOnFromTheNewest() throws Exception {
        assertThat(checkpoints.begin(9).outputs()).isEmpty();
        checkpoints.write(new Checkpoint(9, List.of("a")));
        assertThat(checkpoints.begin(10).outputs()).containsExactly("a");
        assertThat(checkpoints.newest()).isEqualTo(new Checkpoint(10, List.of("a")));
        try (Stream<Path> files = Files.list(folder)) {
            assertThat(files).containsExactly(folder.resolve("checkpoint-10.json"));
        }
    }

    @Test
    void write_underAnOlderFence_changesNothing() throws Exception {
        checkpoints.write(new Checkpoint(9, List.of("a")));
        checkpoints.begin(10);
        checkpoints.write(new Checkpoint(10, List.of("a", "b")));
        checkpoints.write(new Checkpoint(9, List.of("a", "zombie", "zombie")));
        assertThat(checkpoints.newest().outputs()).containsExactly("a", "b");
        assertThat(checkpoints.begin(11).outputs()).containsExactly("a", "b");
    }

    @Test
    void begin_underAnOlderFence_isRefused() throws Exception {
        checkpoints.begin(10);
        assertThatThrownBy(() -> checkpoints.begin(9))
                .isInstanceOfSatisfying(
                        ToolException.class, e -> assertThat(e.exitCode()).isEqualTo(ExitCode.LOST));
        assertThat(checkpoints.newest().fence()).isEqualTo(10);
    }

    @Test
    void newest_damaged_saysWhichFileAndWhatToDo() throws Exception {
        Path file = Files.writeString(folder.resolve("checkpoint-7.json"), "{\"fence\": 7, \"outp");
        assertThatThrownBy(checkpoints::newest)
                .isInstanceOf(ToolException.class)
                .hasMessageContainingAll(file.toString(), "remove it");
    }
}
