package dev.holdfast.it.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/**
 * Style sheets animate only what needs no layout and no painting. A bar whose width moves each second made a page with 300 locks
 * take most of a core.
 */
class TransitionsTest {
    private static final Pattern TRANSITION = Pattern.compile("\\btransition(?:-property)?\\s*:\\s*([^;}\"'`]+)");
    private static final Set<String> CHEAP = Set.of("none", "opacity", "transform", "color", "background-color");

    private static List<String> dear(String sheet) {
        List<String> found = new ArrayList<>();
        for (Matcher matcher = TRANSITION.matcher(sheet); matcher.find(); ) {
            String value = matcher.group(1).replaceAll("\\([^)]*\\)", "").trim();
            if (!Arrays.stream(value.split(",", -1))
                    .allMatch(one -> CHEAP.contains(one.trim().split("\\s+", -1)[0]))) {
                found.add(matcher.group());
            }
        }
        return found;
    }

    @Test
    void pages_animateNoSizes() throws IOException {
        List<Path> sheets = SourceFiles.at(Path.of("..")).stream()
                .filter(file -> file.toString().contains("/src/main/"))
                .filter(file -> file.toString().matches(".*\\.(css|js|html)"))
                .toList();
        assertThat(sheets).hasSizeGreaterThan(60).anyMatch(file -> file.endsWith("dashboard.css"));
        for (Path sheet : sheets) {
            assertThat(dear(Files.readString(sheet))).as(sheet.toString()).isEmpty();
        }
    }

    @Test
    void rule_findsWhatItIsFor() {
        assertThat(dear("a { transition: inline-size 1s linear; }")).hasSize(1);
        assertThat(dear("a { transition: opacity 1s, width 1s }")).hasSize(1);
        assertThat(dear("a { transition: --left 1s linear; }")).hasSize(1);
        assertThat(dear("a { transition: 1s }")).hasSize(1);
        assertThat(
                        dear(
                                "a { transition: transform 1s cubic-bezier(1, 0, 0, 1), opacity 2s; } b { transition: none !important }"))
                .isEmpty();
    }
}
