package dev.holdfast.bench;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.bench.plot.Bar;
import dev.holdfast.bench.plot.Panel;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ReportTest {
    private final ByteArrayOutputStream printed = new ByteArrayOutputStream();
    private final Report report = new Report(new PrintStream(printed, true, StandardCharsets.UTF_8));

    @Test
    void section_alignsNumbersToTheRight() {
        report.section(2, "Redis", "Fast.", "what", "who", "pairs / s");
        assertThat(report.text()).endsWith("## Redis\nFast.\n\n| what | who | pairs / s |\n|---|---|--:|\n");
    }

    @Test
    void row_withGoal_saysWhetherItWasMet_andCountsWhatWasMissed() {
        report.row(Goal.atLeast(2, "%.0f"), 2, "a");
        report.row(Goal.atMost(2, "%.0f"), 2.1, "b");
        report.row(null, 0, "c");
        assertThat(report.text()).isEqualTo("| a | ≥ 2 | met |\n| b | ≤ 2 | **missed** |\n| c |  |  |\n");
        assertThat(report.missed()).isEqualTo(1);
    }

    @Test
    void goals_standAtTheTop_thoughTheyAreKnownLast() {
        report.line("# Title");
        report.summaryHere();
        report.line("the rest");
        report.summary().goal("what", Goal.atMost(10, "%.0f ms"), 12, "%.1f ms");
        assertThat(report.text())
                .containsSubsequence("# Title", "## Goals", "| what | ≤ 10 ms | 12.0 ms | **missed** |", "the rest");
        assertThat(report.missed()).isEqualTo(1);
    }

    @Test
    void end_saysWhatWasNotMeasured_andPrintsTheGoals() {
        report.summary().goal("what", Goal.atLeast(1, "%.0f"), 1, "%.0f");
        report.broke("Redis: not there");
        report.broke("Redis: not there");
        report.end();
        assertThat(report.text()).containsOnlyOnce("- Redis: not there").contains("Goals missed: 0.");
        assertThat(printed.toString(StandardCharsets.UTF_8)).contains("| what | ≥ 1 | 1 | met |");
    }

    @Test
    void write_putsPicturesBesideTheReport(@TempDir Path folder) throws Exception {
        Panel panel = new Panel("16", List.of(new Bar("us", Bar.Style.STRONG, 1, 1, 1, "1", "")));
        report.figure("one.svg", "One", "<svg/>");
        report.summary().panel(panel);
        report.end();
        Path file = folder.resolve("deep").resolve("report.md");
        report.write(file);
        assertThat(file).content().isEqualTo(report.text()).contains("![One](one.svg)");
        assertThat(file.resolveSibling("one.svg")).hasContent("<svg/>");
        assertThat(Files.readString(file.resolveSibling("servers.svg"))).contains(">us<");
    }
}
