package dev.holdfast.test;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What {@code docs/testing.md} shows is what runs in the tests beside this one. */
class GuideTest {
    @Test
    void samples_areOfTestsThatRun() throws IOException {
        List<String> samples = Pattern.compile("```java\n(.*?)```", Pattern.DOTALL)
                .matcher(Files.readString(Path.of("../docs/testing.md")))
                .results()
                .map(result -> result.group(1))
                .toList();
        String sources;
        try (Stream<Path> files = Files.list(Path.of("src/test/java/dev/holdfast/test/guide"))) {
            sources = files.map(GuideTest::read).collect(Collectors.joining());
        }
        assertThat(samples).hasSize(5).allSatisfy(sample -> assertThat(sources).contains(sample));
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
