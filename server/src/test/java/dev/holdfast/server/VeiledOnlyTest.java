package dev.holdfast.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** No class of the server but one writes holds as JSON: that one knows who reads it. */
class VeiledOnlyTest {
    private static final Path SOURCES = Path.of("src/main/java");
    private static final String ONLY = "Veil.java";
    private static final Pattern RAW = Pattern.compile(
            "LockJson\\s*(\\.|::)\\s*(lock|hold|own|ownText|refusal|event)\\b|Viewer\\.ALL|json\\.LockJson\\.");

    @Test
    void holds_areWrittenByTheVeilAlone() throws IOException {
        List<Path> files;
        try (Stream<Path> all = Files.walk(SOURCES)) {
            files = all.filter(file -> file.toString().endsWith(".java")).toList();
        }
        assertThat(files).hasSizeGreaterThan(60);
        assertThat(files.stream().filter(VeiledOnlyTest::writesHolds))
                .extracting(file -> file.getFileName().toString())
                .containsExactly(ONLY);
    }

    private static boolean writesHolds(Path file) {
        try {
            String source = Files.readString(file).replaceAll("(?m)^import (?!static).*$", "");
            return RAW.matcher(source).find();
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }
}
