package dev.holdfast.cli.project;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdfast.check.Extent;
import dev.holdfast.cli.base.CommandFailure;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Which paths a pattern covers, against regular expressions, and that hostile ones do not hang. */
@Timeout(value = 120, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
final class PathGlobTest {
    private static final Template TEXT = Template.parse("R_{n}");
    private static final Template NUMBER = Template.parse("R_{n:02}");
    private static final String[] PIECES = {"a", "1", "0", "/", "**", "**/", "*", "?", "{n}", "-"};

    @ParameterizedTest
    @CsvSource({
        "Chapters/Chapter_{n}*.md, Chapters/Chapter_03_draft.md, 03",
        "Chapters/{n}/**, Chapters/7, 7",
        "Chapters/{n}/**, Chapters/7/a/b.md, 7",
        "**/{n}/x, a/b/5/x, 5",
        "{n}/{n}.md, 12/12.md, 12",
        "{n}*/{n}.md, 123/12.md, 12"
    })
    void gap_isFound(String glob, String path, String value) {
        assertThat(PathGlob.parse(glob, NUMBER).valueIn(path)).isEqualTo(value);
    }

    @Test
    void randomPatterns_coverWhatTheRegularExpressionCovers() {
        Random random = new Random(6);
        int covered = 0;
        for (int i = 0; i < Extent.of(15_000, 1_000_000); i++) {
            Template template = random.nextBoolean() ? TEXT : NUMBER;
            String glob = glob(random);
            String path = path(random);
            Matcher reference = Pattern.compile(regex(glob, template)).matcher(path);
            String value = PathGlob.parse(glob, template).valueIn(path);
            boolean matches = reference.matches();
            assertThat(value != null).as("'%s' covers '%s'", glob, path).isEqualTo(matches);
            if (value != null) {
                covered++;
                assertThat(template.takes(value)).isTrue();
                String filled = glob.replace("{n}", value);
                assertThat(PathGlob.parse(filled, Template.parse("R")).valueIn(path))
                        .as("'%s' covers '%s' with '%s'", glob, path, value)
                        .isEmpty();
            }
        }
        assertThat(covered).isGreaterThan(100);
    }

    @Test
    void randomFolders_mayHoldWhatTheRegularExpressionCouldReach() {
        Random random = new Random(7);
        int held = 0;
        for (int i = 0; i < Extent.of(8_000, 500_000); i++) {
            String glob = glob(random);
            String folder = path(random);
            String filled = regex(glob, TEXT).replace("([^/]+?)", "1").replace("\\1", "1");
            Matcher reference = Pattern.compile(filled).matcher(folder + "/");
            boolean expected = reference.matches() || reference.hitEnd();
            assertThat(PathGlob.parse(glob, TEXT).mayLieIn(folder, "1"))
                    .as("'%s' in '%s' (%s)", glob, folder, filled)
                    .isEqualTo(expected);
            held += expected ? 1 : 0;
        }
        assertThat(held).isGreaterThan(100);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "*-*-*-*-*-*-*.md",
                "**-**-**-**-**.md",
                "**/**/**/**/**/x",
                "**/*a*a*a*a*a*a*b",
                "*{n}*-*-*-*-*.md"
            })
    void hostilePattern_ends(String glob) {
        Template template = glob.contains("{n}") ? TEXT : Template.parse("R");
        PathGlob pattern = PathGlob.parse(glob, template);
        for (String unit : new String[] {"-", "a", "a/", "a-", "-a/"}) {
            String path = unit.repeat(2_000);
            assertThat(pattern.valueIn(path)).isNull();
            pattern.mayLieIn(path, "1");
        }
    }

    @Test
    void gapThatCouldBeAnywhere_isRefusedRatherThanSearchedForEver() {
        PathGlob pattern = PathGlob.parse("**{n}*{n}*{n}*b", TEXT);
        assertThatThrownBy(() -> pattern.valueIn("a".repeat(2_000)))
                .isInstanceOf(CommandFailure.class)
                .hasMessageContaining("in too many ways");
        assertThat(pattern.valueIn("aab-aab-aab")).isNotNull();
    }

    private static String glob(Random random) {
        StringBuilder glob = new StringBuilder();
        int gap = random.nextInt(5);
        for (int i = 0; i < 5; i++) {
            glob.append(i == gap ? "{n}" : PIECES[random.nextInt(PIECES.length)]);
        }
        return glob.toString().replaceAll("\\*{2,}", "**").replaceAll("^/+", "");
    }

    private static String path(Random random) {
        StringBuilder path = new StringBuilder();
        for (int left = 1 + random.nextInt(7); left > 0; left--) {
            path.append("a1101/-".charAt(random.nextInt(7)));
        }
        return path.toString();
    }

    /** The meaning of a pattern. */
    private static String regex(String glob, Template template) {
        StringBuilder regex = new StringBuilder();
        boolean gap = false;
        Matcher part =
                Pattern.compile("/\\*\\*$|\\*\\*/|\\*\\*|\\*|\\?|\\{n}|.").matcher(glob);
        while (part.find()) {
            switch (part.group()) {
                case "/**" -> regex.append("(?:/.*)?");
                case "**/" -> regex.append("(?:[^/]+/)*");
                case "**" -> regex.append(".*");
                case "*" -> regex.append("[^/]*");
                case "?" -> regex.append("[^/]");
                case "{n}" -> {
                    regex.append(gap ? "\\1" : template.width() > 0 ? "([0-9]+)" : "([^/]+?)");
                    gap = true;
                }
                default -> regex.append(Pattern.quote(part.group()));
            }
        }
        return regex.toString();
    }
}
