package dev.holdfast.check;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The program that runs tests, on samples of every outcome. */
class CheckTest {
    @TempDir
    Path folder;

    private final ByteArrayOutputStream printed = new ByteArrayOutputStream();

    private final String level = System.getProperty(Extent.ALL, "false");

    /** The samples are those of a usual check, also within a full one. */
    @BeforeEach
    void asUsual() {
        System.setProperty(Extent.ALL, "false");
    }

    @AfterEach
    void asBefore() {
        System.setProperty(Extent.ALL, level);
    }

    private int run(String test, Class<?>... classes) throws Exception {
        List<String> names = Stream.of(classes).map(Class::getName).toList();
        List<String> quickly = List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC");
        Suite suite = new Suite("samples", folder, folder, 2, quickly, System.getProperty("java.class.path"), names);
        String method = test.contains("#") ? test.substring(test.indexOf('#') + 1) : "";
        Options options = new Options(folder, "target", folder.resolve("target/check"), 2, test, method, List.of());
        return Check.run(options, List.of(suite), new PrintStream(printed, true, UTF_8));
    }

    private String printed() {
        return printed.toString(UTF_8);
    }

    /** Returns the commands that ./check ends with. */
    private List<String> repeats() throws IOException {
        return Files.readAllLines(folder.resolve("target/check/repeat.txt"));
    }

    @Test
    void allPassed_isZeroAndCounts() throws Exception {
        assertThat(run("", Samples.Passing.class)).isZero();
        assertThat(printed()).contains("\n1 passed, 0 failed, 0 skipped\n").contains("1 of 1 classes");
    }

    @Test
    void failures_areToldWithTheCommandThatRepeatsThem() throws Exception {
        assertThat(run("", Samples.Mixed.class)).isEqualTo(1);
        assertThat(printed()).contains("\n3 passed, 2 failed, 1 skipped\n");
        assertThat(repeats())
                .containsExactlyInAnyOrder(
                        "./check samples --test Samples$Mixed#fails",
                        "./check samples --test Samples$Mixed#smallerThanThree");
        assertThat(Files.readString(folder.resolve("target/check/results.tsv")))
                .contains("fails()\torg.opentest4j.AssertionFailedError: expected: \"that\" but was: \"this\"")
                .contains("SKIPPED\tsamples\t" + Samples.Mixed.class.getName()
                        + "\tskips()\tAssumption failed: nothing to test here");
    }

    @Test
    void longTests_areLeftOutWithTheirReason() throws Exception {
        assertThat(run("", Samples.AllLong.class, Samples.Mixed.class)).isEqualTo(1);
        assertThat(printed())
                .contains("1  samples Samples$AllLong: the whole class")
                .contains("1  samples Samples$Mixed: a thousand times; covered by passes")
                .doesNotContain("It was not left out.");
    }

    @Test
    void oneMethod_runsAlone() throws Exception {
        assertThat(run("Samples$Mixed#passes", Samples.Mixed.class)).isZero();
        assertThat(printed()).contains("\n1 passed, 0 failed, 0 skipped\n");
    }

    @Test
    void brokenSetUp_isAFailure() throws Exception {
        assertThat(run("", Samples.BrokenSetUp.class)).isEqualTo(1);
        assertThat(printed()).contains("no server");
        assertThat(repeats()).containsExactly("./check samples --test Samples$BrokenSetUp");
    }

    @Test
    void jvmThatEnds_failsItsClassAndTheOthersGoOn() throws Exception {
        assertThat(run("", Samples.Dying.class, Samples.Passing.class)).isEqualTo(1);
        assertThat(printed()).contains("\n1 passed, 1 failed, 0 skipped\n").contains("ended by itself");
    }

    @Test
    void whatTestsPrint_isInAFileOfTheirClass() throws Exception {
        assertThat(run("", Samples.Mixed.class)).isEqualTo(1);
        Path log = folder.resolve("target/check/samples").resolve(Samples.Mixed.class.getName() + ".txt");
        assertThat(Files.readString(log)).contains("seen in the log").contains("fails() failed");
        assertThat(printed()).doesNotContain("seen in the log");
    }

    @Test
    void times_areKeptForTheNextRun() throws Exception {
        assertThat(run("", Samples.Passing.class)).isZero();
        assertThat(Files.readString(folder.resolve("target/check/times.tsv")))
                .startsWith("samples\t" + Samples.Passing.class.getName() + "\t");
        assertThat(Files.readString(folder.resolve("target/check/classes.tsv")))
                .matches("samples\t\\S+\t[0-9]+\\.[0-9]\t[0-9]+\\.[0-9]\\R");
    }
}
