package dev.holdfast.it.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The pages of the server and of the examples look and ask alike. */
class PagesTest {
    private static final Path ROOT = Path.of("").toAbsolutePath().getParent();
    private static final List<String> FOLDERS =
            List.of("server/src/main/resources/dev/holdfast/server/pages", "examples");
    private static final Pattern ACCENT = Pattern.compile("--accent: (#[0-9a-f]+)");
    /** The accent in light and in dark. */
    private static final List<String> ACCENTS = List.of("#0f766e", "#4fd1c0");

    /** Boxes of the browser, which cannot say what happens to whom, and in which a page stands still. */
    private static final Pattern BOX = Pattern.compile("(?<![\\w.$])(?:window\\.)?(?:prompt|confirm|alert)\\(");

    /** A width that is moved slowly is computed and painted again at each frame. */
    private static final Pattern MOVED_WIDTH = Pattern.compile("transition:[^;}]*(?:width|inline-size|all|--)");

    private static Map<Path, String> files(String ending) throws IOException {
        Map<Path, String> files = new TreeMap<>();
        for (String folder : FOLDERS) {
            for (Path file : SourceFiles.at(ROOT.resolve(folder))) {
                if (file.toString().endsWith(ending)) {
                    files.put(ROOT.relativize(file), Files.readString(file));
                }
            }
        }
        return files;
    }

    private static List<Path> with(Pattern pattern, Map<Path, String> files) {
        List<Path> found = new ArrayList<>();
        files.forEach((file, text) -> {
            if (pattern.matcher(text).find()) {
                found.add(file);
            }
        });
        return found;
    }

    @Test
    void pages_haveOneAccent() throws IOException {
        Map<Path, String> styles = files(".css");
        List<Path> coloured = with(ACCENT, styles);
        assertThat(coloured).hasSizeGreaterThanOrEqualTo(1 + 4); // the dashboard, and one for each example with pages
        for (Path file : coloured) {
            assertThat(ACCENT.matcher(styles.get(file)).results().map(found -> found.group(1)))
                    .as(file.toString())
                    .containsExactlyElementsOf(ACCENTS);
        }
    }

    @Test
    void pages_askInDialogsOfTheirOwn() throws IOException {
        Map<Path, String> scripts = files(".js");
        assertThat(scripts).hasSizeGreaterThan(40);
        assertThat(with(BOX, scripts)).isEmpty();
        assertThat(BOX.matcher("const why = prompt('Why?');").find()).isTrue();
        assertThat(BOX.matcher("if (!window.confirm(text)) return;").find()).isTrue();
    }

    @Test
    void pages_moveNoWidth() throws IOException {
        Map<Path, String> files = files(".css");
        files.putAll(files(".js"));
        assertThat(with(MOVED_WIDTH, files)).isEmpty();
        assertThat(MOVED_WIDTH
                        .matcher("#drain { transition: --left 1s linear; }")
                        .find())
                .isTrue();
        assertThat(MOVED_WIDTH.matcher("i { transition: opacity 1s, width 1s }").find())
                .isTrue();
    }
}
