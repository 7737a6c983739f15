package dev.holdfast.it.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Links between pages lead to a file, and to a heading if they name one. */
class LinksTest {
    private static final Path ROOT = Path.of("").toAbsolutePath().getParent();
    private static final Pattern LINK = Pattern.compile("\\]\\(([^)\\s#]*)(?:#([^)\\s]+))?\\)");
    private static final Pattern HEADING = Pattern.compile("(?m)^#+ (.*)$");
    private static final int PAGES = 60;
    private static final int LINKS = 300;

    private final List<String> broken = new ArrayList<>();
    private int links;

    @Test
    void links_leadToFilesAndHeadings() throws IOException {
        List<Path> pages = pages();
        for (Path page : pages) {
            check(page, Files.readString(page));
        }
        assertThat(broken).isEmpty();
        // A rule over nothing always passes.
        assertThat(pages).hasSizeGreaterThan(PAGES);
        assertThat(links).isGreaterThan(LINKS);
    }

    @Test
    void brokenLinks_areFound() throws IOException {
        check(ROOT.resolve("README.md"), "[a](docs/nowhere.md), [b](docs/cli.md#nowhere), [c](docs/cli.md#exit-codes)");
        assertThat(broken).containsExactly("README.md: docs/nowhere.md", "README.md: docs/cli.md#nowhere");
    }

    private static List<Path> pages() throws IOException {
        return SourceFiles.at(ROOT).stream()
                .filter(file -> file.toString().endsWith(".md"))
                .toList();
    }

    private void check(Path page, String text) throws IOException {
        Matcher link = LINK.matcher(text);
        while (link.find()) {
            String path = link.group(1);
            if (path.contains(":")) {
                continue; // an address elsewhere
            }
            links++;
            Path target = path.isEmpty() ? page : page.resolveSibling(path).normalize();
            String heading = link.group(2);
            if (!Files.exists(target) || (heading != null && !headings(target).contains(heading))) {
                broken.add(ROOT.relativize(page) + ": " + path + (heading == null ? "" : "#" + heading));
            }
        }
    }

    /** Returns the headings of a page in the form that links use: lower case, with dashes for blanks. */
    private static Set<String> headings(Path page) throws IOException {
        return HEADING.matcher(Files.readString(page))
                .results()
                .map(heading -> heading.group(1)
                        .toLowerCase(Locale.ROOT)
                        .replaceAll("[^\\p{L}\\p{N}_ -]", "")
                        .replace(' ', '-'))
                .collect(Collectors.toSet());
    }
}
