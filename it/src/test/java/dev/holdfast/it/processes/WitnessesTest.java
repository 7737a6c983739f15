package dev.holdfast.it.processes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The witnesses of the runs with many processes see what they are there to see. */
class WitnessesTest {
    @TempDir
    Path folder;

    @Test
    void log_twoAtOnce_isALostUpdate() throws Exception {
        Path path = folder.resolve("log");
        try (CountedLog one = new CountedLog(path);
                CountedLog two = new CountedLog(path)) {
            long seenByOne = one.lastNumber();
            long seenByTwo = two.lastNumber();
            one.append(new CountedLog.Line(seenByOne + 1, 10, 1, 100, 0));
            two.append(new CountedLog.Line(seenByTwo + 1, 11, 2, 101, 1));
        }
        assertThat(CountedLog.violations(CountedLog.read(path)))
                .singleElement()
                .asString()
                .startsWith("An update was lost");
    }

    @Test
    void log_oneAfterTheOther_isRight() throws Exception {
        Path path = folder.resolve("log");
        CountedLog.Line first = new CountedLog.Line(1, Long.MAX_VALUE - 1, 4_194_304, 100, 0);
        CountedLog.Line second = new CountedLog.Line(2, Long.MAX_VALUE, 2, 101, 4_194_304);
        try (CountedLog log = new CountedLog(path)) {
            log.append(first);
            assertThat(log.lastNumber()).isEqualTo(1);
            log.append(second);
        }
        assertThat(CountedLog.read(path)).isEqualTo(List.of(first, second));
        assertThat(CountedLog.lines(path)).isEqualTo(2);
        assertThat(CountedLog.violations(List.of(first, second))).isEmpty();
    }

    @Test
    void log_fenceThatDoesNotGrow_isSeen() {
        assertThat(CountedLog.violations(
                        List.of(new CountedLog.Line(1, 10, 1, 100, 0), new CountedLog.Line(2, 10, 2, 101, 0))))
                .singleElement()
                .asString()
                .startsWith("The fence did not grow");
    }

    @Test
    void inside_anotherAlive_isSeen() throws Exception {
        Inside inside = new Inside(folder.resolve("inside"));
        assertThat(inside.enter(ProcessHandle.current().pid())).isZero();
        assertThatIllegalStateException().isThrownBy(() -> inside.enter(1)).withMessageContaining("Two inside");
        inside.leave();
        assertThat(inside.enter(1)).isZero();
    }

    @Test
    void inside_anotherDead_isNamed() throws Exception {
        Inside inside = new Inside(folder.resolve("inside"));
        Process brief = new ProcessBuilder("true").start();
        brief.waitFor();
        inside.enter(brief.pid());
        assertThat(inside.enter(1)).isEqualTo(brief.pid());
    }
}
