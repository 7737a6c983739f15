package dev.holdfast.cli.process;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.cli.base.ExitCode;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The history shows what was done, and an owner who lost a lock is told. */
final class HistoryTest {
    @TempDir
    Path folder;

    private Holdfast as(String owner) {
        return Holdfast.in(folder).with("HOLDFAST_OWNER", owner);
    }

    @Test
    void history_ofOneResource_tellsWhoDidWhatNewestFirst() {
        as("CLI-1").run("acquire", "Chapter_03", "--note", "chapter three");
        as("CLI-2").run("acquire", "Chapter_03", "--override", "--note", "deadline");
        as("CLI-3").run("force-release", "Chapter_03", "--reason", "gone home");
        as("CLI-4").run("acquire", "Chapter_04");
        String[] lines = as("CLI-5").run("history", "Chapter_03").out().split("\n", -1);
        assertThat(lines[0]).contains("forced", "Chapter_03", "CLI-2", "by CLI-3", "gone home");
        assertThat(lines[1]).contains("acquired", "CLI-2");
        assertThat(lines[2]).contains("overridden", "CLI-1", "by CLI-2", "deadline");
        assertThat(lines[3]).contains("acquired", "CLI-1", "chapter three");
        assertThat(lines).hasSize(5);
    }

    @Test
    void history_withFilters_showsOnlyWhatMatches() {
        as("CLI-1").run("acquire", "Chapter_03");
        as("CLI-1").run("release", "Chapter_03");
        as("CLI-2").run("acquire", "StyleSystem");
        assertThat(as("x").run("history", "--by", "CLI-1", "--kind", "released").out())
                .contains("released")
                .doesNotContain("acquired", "StyleSystem");
        assertThat(as("x").run("history", "Chapter_*", "--limit", "1").out().lines())
                .singleElement()
                .asString()
                .contains("released");
        assertThat(as("x").run("history", "--since", "0s").out()).isEmpty();
        assertThat(as("x").run("history", "--since", "soon").err()).contains("is not a duration");
        assertThat(as("x").run("history", "--kind", "handed-over").code()).isEqualTo(ExitCode.DONE);
        assertThat(as("x").run("history", "--kind", "stolen").err()).contains("there are acquired, handed-over");
    }

    @Test
    void history_asJson_hasEveryField() {
        as("CLI-1").run("acquire", "Chapter_03", "--note", "n");
        assertThat(as("x").run("history", "--json").out())
                .contains("\"kind\":\"acquired\"", "\"resource\":\"Chapter_03\"", "\"name\":\"CLI-1\"", "\"fence\":");
    }

    @Test
    void forceRelease_ofAHoldThatIsOver_sparesTheNextHolder() {
        as("CLI-1").run("acquire", "Chapter_03");
        Matcher fence = Pattern.compile("\"fence\":(\\d+)")
                .matcher(as("x").run("who", "Chapter_03", "--json").out());
        assertThat(fence.find()).isTrue();
        String[] release = {"force-release", "Chapter_03", "--reason", "gone", "--fence", fence.group(1)};
        as("CLI-1").run("release", "Chapter_03");
        as("CLI-2").run("acquire", "Chapter_03");
        Holdfast.Done refused = as("x").run(release);
        assertThat(refused.code()).isEqualTo(ExitCode.BUSY);
        assertThat(refused.err()).contains("CLI-2 has it by now");
        assertThat(as("CLI-2").run("who", "Chapter_03").code()).isEqualTo(ExitCode.DONE);
    }

    @Test
    void forceRelease_withoutReason_isAUsageError() {
        Holdfast.Done done = as("x").run("force-release", "Chapter_03");
        assertThat(done.code()).isEqualTo(ExitCode.USAGE);
        assertThat(done.err()).contains("--reason");
    }
}
