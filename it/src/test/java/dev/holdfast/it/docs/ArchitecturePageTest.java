package dev.holdfast.it.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The map of the house is short and complete. */
class ArchitecturePageTest {
    private static final Path ROOT = Path.of("").toAbsolutePath().getParent();
    private static final Path PAGE = ROOT.resolve("ARCHITECTURE.md");
    /** Two screens. */
    private static final int MAX_LINES = 80;

    @Test
    void length_isTwoScreens() throws IOException {
        assertThat(Files.readAllLines(PAGE)).hasSizeLessThanOrEqualTo(MAX_LINES);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "core/src/main/java/dev/holdfast/internal",
                "server/src/main/java/dev/holdfast/server",
                "cli/src/main/java/dev/holdfast/cli"
            })
    void everyPackage_isNamed(String parent) throws IOException {
        List<String> packages;
        try (Stream<Path> children = Files.list(ROOT.resolve(parent))) {
            packages = children.filter(Files::isDirectory)
                    .map(child -> child.getFileName().toString())
                    .toList();
        }
        assertThat(packages).hasSizeGreaterThan(5);
        String page = Files.readString(PAGE);
        assertThat(packages).allSatisfy(name -> assertThat(page).contains("`" + name + "`"));
    }

    @Test
    void everyModule_isOnTheMap() throws IOException {
        List<String> folders = Files.readAllLines(ROOT.resolve("pom.xml")).stream()
                .filter(line -> line.strip().startsWith("<module>"))
                .map(line -> line.replaceAll("</?module>", "").strip().split("/", -1)[0])
                .distinct()
                .toList();
        assertThat(folders).contains("core", "stores", "it");
        String page = Files.readString(PAGE);
        assertThat(folders).allSatisfy(folder -> assertThat(page).contains("`" + folder));
    }
}
