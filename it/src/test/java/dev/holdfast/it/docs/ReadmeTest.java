package dev.holdfast.it.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The README is short and true. */
class ReadmeTest {
    private static final Path ROOT = Path.of("").toAbsolutePath().getParent();
    private static final int MAX_LINES = 100;

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
    @Timeout(120)
    void sample_compilesAsShownAndPrintsWhatIsShown() throws Exception {
        Path source = Files.writeString(folder.resolve("Sample.java"), block("java"));
        String classes = System.getProperty("java.class.path");
        int errors = ToolProvider.getSystemJavaCompiler()
                .run(null, null, null, "-Werror", "-Xlint:all,-path", "-proc:none", "-cp", classes, source.toString());
        assertThat(errors).isZero();
        assertThat(masked(run(folder + ":" + classes))).isEqualTo(masked(block("text")));
        assertThat(folder.resolve("locks.db")).exists();
    }

    private String run(String classes) throws Exception {
        Path out = folder.resolve("out.txt");
        Process sample = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-cp", classes, "Sample")
                .directory(folder.toFile())
                .redirectOutput(out.toFile())
                .redirectError(folder.resolve("log.txt").toFile())
                .start();
        try {
            assertThat(sample.waitFor(60, TimeUnit.SECONDS)).as("ends").isTrue();
        } finally {
            sample.destroyForcibly();
        }
        return Files.readString(out);
    }

    @Test
    void length_isAScreenAndAHalf() throws IOException {
        assertThat(Files.readAllLines(ROOT.resolve("README.md"))).hasSizeLessThanOrEqualTo(MAX_LINES);
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
