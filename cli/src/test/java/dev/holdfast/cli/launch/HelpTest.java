package dev.holdfast.cli.launch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.cli.base.ExitCode;
import dev.holdfast.cli.process.Holdfast;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

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
    void helpOfACommand_hasItsOwnOptionsFirst_andTheGeneralOnesLast() throws IOException {
        Files.writeString(
                Files.createDirectories(folder.resolve(".git")).resolveSibling("holdfast.yaml"),
                "resources:\n  a:\n    - a/**\noperations:\n  tidy-up:\n    locks: [a]\n");
        String help = Holdfast.in(folder).run("run", "--help").out();
        assertThat(help)
                .containsSubsequence(
                        "usage: holdfast run RESOURCE... [OPTIONS] -- COMMAND",
                        "\nOptions\n",
                        "--operation=",
                        "--wait=",
                        "\nOperations of this project\n  tidy-up\n",
                        "\nExamples\n  holdfast run ",
                        "\nExit codes\n",
                        "  76  a lock was lost",
                        "\nVariables\n",
                        "HOLDFAST_FENCE",
                        "\nGeneral options\n",
                        "--store=",
                        "--help");
    }

    @Test
    void manualPage_hasEveryCommand_andNoLineThatIsAMacroByAccident() {
        String page = Holdfast.in(folder).run("help", "--man").out();
        assertThat(page).startsWith(".TH HOLDFAST 1 ").contains(".SH EXIT STATUS", ".SH ENVIRONMENT", ".SH EXAMPLES");
        for (String command : List.of("acquire", "run", "top", "watch", "force\\-release", "completion")) {
            assertThat(page).contains("\n.SS holdfast " + command);
        }
        assertThat(page.lines())
                .allSatisfy(line -> assertThat(line).matches("\\\\&.*|\\.(TH|SH|SS|TP|PP|EX|EE|B)\\b.*"));
    }

    @Test
    void overview_hasAllExitCodesAndVariables() {
        String overview = Holdfast.in(folder).run("--help").out();
        assertThat(overview).contains("\nExit codes\n  0 ", "  75 ", "\nVariables\n  HOLDFAST_STORE ");
    }

    @ParameterizedTest
    @CsvSource({"statsu,status", "lock,acquire", "unlock,release", "list,status", "aquire,acquire", "reelase,release"})
    void misspelledCommand_isAnsweredWithTheRightOne(String written, String meant) {
        Holdfast.Done done = Holdfast.in(folder).run(written);
        assertThat(done.code()).isEqualTo(ExitCode.USAGE);
        assertThat(done.err()).contains("There is no command '" + written + "'; did you mean '" + meant + "'?");
    }

    @ParameterizedTest
    @CsvSource({"--notes x,--note", "--weit 5,--wait", "--overide,--override", "--jsno,--json", "--storee=x,--store"})
    void misspelledOption_isAnsweredWithTheRightOne(String written, String meant) {
        Holdfast.Done done = Holdfast.in(folder).run(("acquire a " + written).split(" ", -1));
        assertThat(done.code()).isEqualTo(ExitCode.USAGE);
        assertThat(done.err()).contains("did you mean " + meant + "?", "Try: holdfast acquire --help");
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
