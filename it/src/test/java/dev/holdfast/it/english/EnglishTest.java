package dev.holdfast.it.english;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

/** Pages, comments, help and messages are written in plain English. */
class EnglishTest {
    private static final Path ROOT = Path.of("").toAbsolutePath().getParent();

    /** Files and folders that are clean, and stay so. A further one is one line more. */
    static final List<String> CLEAN = List.of(
            "README.md",
            "ARCHITECTURE.md",
            "CONTRIBUTING.md",
            "CHANGELOG.md",
            "check",
            "holdfast",
            "install.sh",
            "docs",
            "adapters",
            "audit",
            "bench",
            "cli",
            "client",
            "config",
            "core",
            "deploy",
            "examples",
            "it",
            "server",
            "protocols",
            "spring",
            "stores",
            "test-support",
            "testkit",
            "web");

    /** Sample texts of the examples. */
    private static final List<String> SKIPPED = List.of("examples/book/Manuscript/", "examples/board/board/");

    /** Labels that the documents behind the presets prescribe. None of them has a banned word so far. */
    private static final List<String> QUOTATIONS = List.of();

    @ParameterizedTest
    @FieldSource("CLEAN")
    void prose_isPlainEnglish(String path) throws IOException {
        List<Passage> passages = EnglishLint.read(ROOT, path, SKIPPED);
        // A rule over nothing always passes.
        assertThat(passages).as("passages of " + path).hasSizeGreaterThan(20);
        assertThat(EnglishLint.faults(passages, QUOTATIONS)).isEmpty();
    }
}
