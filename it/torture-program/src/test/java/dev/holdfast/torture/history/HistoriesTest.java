package dev.holdfast.torture.history;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.Mode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class HistoriesTest {
    @TempDir
    Path folder;

    @Test
    void operation_isReadAsItWasWritten() {
        try (History history = History.create(folder, "w1")) {
            history.operation(Kind.ACQUIRE)
                    .resources(List.of("a", "b\t\"ü"))
                    .owner("o")
                    .user("u")
                    .mode(Mode.SHARED)
                    .begin()
                    .granted("h", List.of(7L, 8L))
                    .end(Outcome.GRANTED);
            history.operation(Kind.WRITE)
                    .of(1)
                    .checked(5)
                    .begin()
                    .count(3)
                    .note("n")
                    .end(Outcome.DONE);
        }
        List<Operation> read = Histories.read(folder);
        assertThat(read).hasSize(2);
        Operation grant = read.get(0);
        assertThat(grant.process()).isEqualTo("w1");
        assertThat(grant.resources()).containsExactly("a", "b\t\"ü");
        assertThat(grant.owner()).isEqualTo("o");
        assertThat(grant.user()).isEqualTo("u");
        assertThat(grant.mode()).isEqualTo(Mode.SHARED);
        assertThat(grant.hold()).isEqualTo("h");
        assertThat(grant.fences()).containsExactly(7L, 8L);
        assertThat(grant.granted()).isTrue();
        assertThat(grant.end()).isGreaterThanOrEqualTo(grant.begin());
        assertThat(read.get(1))
                .extracting(Operation::of, Operation::checked, Operation::count, Operation::note)
                .containsExactly(1L, 5L, 3L, "n");
    }

    @Test
    void operationOfAKilledProcess_neverEnds_andItsTornLineDoesNotCount() throws Exception {
        try (History history = History.create(folder, "w1")) {
            history.operation(Kind.ACQUIRE).resources(List.of("a")).begin();
        }
        Files.writeString(folder.resolve("w1.jsonl"), "{\"end\":1,\"t\":12", StandardOpenOption.APPEND);
        Operation only = Histories.read(folder).get(0);
        assertThat(only.outcome()).isEqualTo(Outcome.OPEN);
        assertThat(only.end()).isEqualTo(Long.MAX_VALUE);
    }
}
