package dev.holdfast.it.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the README shows is what happens. */
class ReadmeTest {
    private static final Path ROOT = Path.of("").toAbsolutePath().getParent();
    private static final Path SAMPLE = ROOT.resolve("it/src/test/java/dev/holdfast/it/docs/ReadmeSample.java");

    @TempDir
    Path folder;

    private static String block(String language) throws IOException {
        String readme = Files.readString(ROOT.resolve("README.md"));
        Matcher block =
                Pattern.compile("```" + language + "\n(.*?)```", Pattern.DOTALL).matcher(readme);
        assertThat(block.find()).as("a block of " + language + " in the README").isTrue();
        return block.group(1);
    }

    @Test
    void code_isTheSampleThatRuns() throws IOException {
        List<String> lines = Files.readAllLines(SAMPLE);
        int begin = lines.indexOf("        // README begins");
        int end = lines.indexOf("        // README ends");
        String sample = lines.subList(begin + 1, end).stream()
                .map(line -> line.isEmpty() ? line : line.substring(8))
                .collect(Collectors.joining("\n", "", "\n"));
        assertThat(block("java")).isEqualTo(sample);
    }

    @Test
    void transcript_isWhatTheSamplePrints() throws Exception {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (PrintStream out = new PrintStream(bytes, true, StandardCharsets.UTF_8)) {
            ReadmeSample.run("sqlite:" + folder.resolve("locks.db"), out);
        }
        String printed = bytes.toString(StandardCharsets.UTF_8).replace("\r\n", "\n");
        assertThat(masked(block("text"))).isEqualTo(masked(printed));
    }

    @Test
    void length_isThatOfAShopWindow() throws IOException {
        assertThat(Files.readAllLines(ROOT.resolve("README.md"))).hasSizeLessThanOrEqualTo(150);
    }

    @Test
    void links_leadSomewhere() throws IOException {
        Matcher link = Pattern.compile("\\]\\(([^)#]+)\\)").matcher(Files.readString(ROOT.resolve("README.md")));
        int checked = 0;
        while (link.find()) {
            if (!link.group(1).startsWith("http")) {
                assertThat(ROOT.resolve(link.group(1))).exists();
                checked++;
            }
        }
        assertThat(checked).isGreaterThan(3);
    }

    /** Times and fences differ from run to run; shortly before midnight a time has a date. */
    private static String masked(String text) {
        return text.replaceAll("(\\d{4}-\\d\\d-\\d\\d )?\\d\\d:\\d\\d", "hh:mm")
                .replaceAll("fence \\d+", "fence N")
                .replaceAll("\\d+ (s|seconds?|min|minutes?) ago", "N s ago");
    }
}
