package dev.holdfast.cli.launch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.cli.base.ExitCode;
import dev.holdfast.cli.process.Holdfast;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a person who asks is told. */
final class HelpTest {
    @TempDir
    Path folder;

    @Test
    void overview_isGroupedAndHasExamples() {
        Holdfast.Done done = Holdfast.in(folder).run("--help");
        assertThat(done.code()).isZero();
        assertThat(done.out()).contains("\nLocks\n  acquire ", "\nLooking\n  status ", "\nExamples\n  holdfast ");
        assertThat(Holdfast.in(folder).run().out()).isEqualTo(done.out());
        assertThat(Holdfast.in(folder).run("help").out()).isEqualTo(done.out());
    }

    @Test
    void helpOfACommand_isTheSameByEitherWord() {
        Holdfast.Done done = Holdfast.in(folder).run("help", "acquire");
        assertThat(done.code()).isZero();
        assertThat(done.out()).startsWith("usage: holdfast acquire ").contains("\nExamples\n  holdfast acquire ");
        assertThat(Holdfast.in(folder).run("acquire", "--help").out()).isEqualTo(done.out());
    }

    @Test
    void version_saysWhichHoldfastAndWhichJava() {
        assertThat(Holdfast.in(folder).run("--version").out())
                .matches("holdfast \\d+\\.\\d+\\.\\S+ \\(Java \\S+, .*\\)\\R");
    }

    @Test
    void options_withoutACommand_areAMistake() {
        Holdfast.Done done = Holdfast.in(folder).run("--json");
        assertThat(done.code()).isEqualTo(ExitCode.USAGE);
        assertThat(done.out()).isEmpty();
        assertThat(done.err()).contains("usage: holdfast COMMAND");
    }
}
