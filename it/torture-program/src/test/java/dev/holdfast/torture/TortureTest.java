package dev.holdfast.torture;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.check.Extent;
import dev.holdfast.check.LongTest;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Short runs of the whole program; {@code it/torture} makes long ones. */
@Timeout(900)
final class TortureTest {
    private static final String MINUTES = Extent.all() ? "1" : "0.06";

    @TempDir
    Path folder;

    private final ByteArrayOutputStream said = new ByteArrayOutputStream();

    private int run(String below, String... more) throws Exception {
        List<String> arguments = new ArrayList<>(List.of(more));
        arguments.addAll(
                List.of("--processes", "3", "--folder", folder.resolve(below).toString()));
        try (PrintStream out = new PrintStream(said, true, StandardCharsets.UTF_8)) {
            return Torture.run(Options.parse(arguments.toArray(new String[0])), out);
        }
    }

    private String said() {
        return said.toString(StandardCharsets.UTF_8);
    }

    @Test
    void processes_stoppedAndKilled_violateNothing() throws Exception {
        int code = run("run", "--store", "sqlite", "--minutes", MINUTES);
        assertThat(code).as(said()).isZero();
        assertThat(said()).contains("| sqlite | stops | 3 × 4 |").containsPattern("\\| 0 \\|\n");
        assertThat(folder.resolve("run/sqlite/histories/register.jsonl")).isNotEmptyFile();
    }

    @Test
    void processes_throughAServer_withoutStops_loseNoUpdate() throws Exception {
        int code = run("run", "--store", "memory", "--no-stops", "--minutes", MINUTES);
        assertThat(code).as(said()).isZero();
        assertThat(Files.readString(folder.resolve("run/memory/histories/register.jsonl")))
                .contains("COUNTED");
    }

    @ParameterizedTest
    @MethodSource("kinds")
    @LongTest("a minute for each store; covered by processes_stoppedAndKilled_violateNothing in every check")
    void everyStore_violatesNothing(String kind) throws Exception {
        int code = run("run", "--store", kind, "--minutes", MINUTES);
        assertThat(code).as(said()).isZero();
    }

    static List<String> kinds() {
        return Place.KINDS;
    }

    @Test
    @LongTest("a minute; covered by processes_throughAServer_withoutStops_loseNoUpdate in every check")
    void engineBehindAServer_bothKilled_violatesNothing() throws Exception {
        int code = run("run", "--store", "postgresql", "--through-server", "--minutes", MINUTES);
        assertThat(code).as(said()).isZero();
    }

    @Test
    @LongTest("a minute; JumpingClockTest has clocks that jump in every check")
    void clocksThatJump_breakNoFence() throws Exception {
        int code = run("run", "--store", "sqlite", "--clock-jumps", "--minutes", MINUTES);
        assertThat(code).as(said()).isZero();
    }

    /** In every check one defect shows that the judge is awake; {@code JudgeTest} has a history for each rule. */
    static List<String> flaws() {
        return Extent.all() ? List.of("no-lock", "blind", "deaf") : List.of("blind");
    }

    /** How soon a defect shows is left to chance, so there are several runs. */
    @ParameterizedTest
    @MethodSource("flaws")
    void plantedDefect_isFound(String flaw) throws Exception {
        int code = 0;
        for (int i = 0; i < 9 && code == 0; i++) {
            code = run("" + i, "--store", "sqlite", "--minutes", "0.08", "--flaw", flaw);
        }
        assertThat(code).as(said()).isOne();
        assertThat(said()).containsAnyOf("Held by two", "Equal fence", "Fence does not grow", "Ended owner granted");
    }
}
