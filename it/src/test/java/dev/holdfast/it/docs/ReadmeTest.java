package dev.holdfast.it.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
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
        Readme.requireSample(Readme.FILE, folder);
    }

    @Test
    @Timeout(120)
    void sampleOfTheLibrary_compilesAsShownAndPrintsWhatIsShown() throws Exception {
        Readme.requireSample(ROOT.resolve("docs/library.md"), folder);
    }

    @Test
    @Timeout(120)
    void sampleWithTheRulesOfAProject_compilesAsShownAndPrintsWhatIsShown() throws Exception {
        String page = Files.readString(ROOT.resolve("docs/library.md"));
        Path section = folder.resolve("section.md");
        Files.writeString(section, page.substring(page.indexOf("## The rules of a project")));
        Files.writeString(folder.resolve("holdfast.yaml"), Readme.block(section, "yaml"));
        Readme.requireSample(section, folder);
    }

    @Test
    @Timeout(120)
    void sampleOfRequests_compilesAsShownAndPrintsWhatIsShown() throws Exception {
        Readme.requireSample(ROOT.resolve("docs/requests.md"), folder);
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
