package dev.holdfast.it.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
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

    @Test
    @Timeout(120)
    void sample_compilesAsShownAndPrintsWhatIsShown() throws Exception {
        Path source = Files.writeString(folder.resolve("Sample.java"), Readme.block("java"));
        String classes = System.getProperty("java.class.path");
        int errors = ToolProvider.getSystemJavaCompiler()
                .run(null, null, null, "-Werror", "-Xlint:all,-path", "-proc:none", "-cp", classes, source.toString());
        assertThat(errors).isZero();
        Readme.runSample(Path.of(System.getProperty("java.home")), folder + ":" + classes, folder);
    }

    @Test
    void driverOfTheSample_isTheOneThatIsTested() throws IOException {
        Matcher version =
                Pattern.compile("<sqlite-jdbc.version>(.*)</").matcher(Files.readString(ROOT.resolve("pom.xml")));
        assertThat(version.find()).isTrue();
        assertThat(Readme.block("xml"))
                .contains("<artifactId>sqlite-jdbc</artifactId>\n  <version>" + version.group(1) + "</version>");
    }

    @Test
    void length_isAScreenAndAHalf() throws IOException {
        assertThat(Files.readAllLines(Readme.FILE)).hasSizeLessThanOrEqualTo(MAX_LINES);
    }

    @Test
    void links_leadSomewhere() throws IOException {
        Matcher link = Pattern.compile("\\]\\(([^)#]+)\\)").matcher(Files.readString(Readme.FILE));
        int checked = 0;
        while (link.find()) {
            if (!link.group(1).startsWith("http")) {
                assertThat(ROOT.resolve(link.group(1))).exists();
                checked++;
            }
        }
        assertThat(checked).isGreaterThan(3);
    }
}
