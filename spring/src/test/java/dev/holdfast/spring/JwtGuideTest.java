package dev.holdfast.spring;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.spring.jwt.JwtApplication;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** The code of {@code docs/jwt.md} is what runs here, and its commands are played as they stand. */
@Timeout(value = 240, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class JwtGuideTest {
    private static final List<Path> SOURCES = List.of(
            Path.of("src/test/java/dev/holdfast/spring/jwt/JwtApplication.java"),
            Path.of("src/test/java/dev/holdfast/spring/jwt/Notes.java"),
            Path.of("src/test/java/dev/holdfast/spring/JwtGuideTest.java"));

    private static final String GUIDE = read(Path.of("../docs/jwt.md"));

    @TempDir
    private Path folder;

    @Configuration(proxyBeanMethods = false)
    static class Sessions {
        @Bean
        OwnerResolver ownerResolver() {
            return OwnerResolver.SESSION;
        }
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    private static List<String> blocks(String language) {
        return Pattern.compile("```" + language + "\n(.*?)```", Pattern.DOTALL)
                .matcher(GUIDE)
                .results()
                .map(result -> result.group(1))
                .toList();
    }

    @Test
    void samples_areOfAProgramThatRuns() {
        String sources = SOURCES.stream().map(JwtGuideTest::read).collect(Collectors.joining());
        assertThat(blocks("java"))
                .hasSize(4)
                .allSatisfy(sample -> assertThat(sources).contains(sample));
    }

    @Test
    @DisplayName("P20: the guide for clients with a JWT does what it shows")
    void guide_doesWhatItShows() throws Exception {
        List<String> console = blocks("console");
        assertThat(console).hasSize(2);
        assertThat(played(console.get(0), "")).isEqualTo(console.get(0));
        String[] properties = blocks("properties")
                .get(0)
                .replace("file:key.pub", "file:" + folder.resolve("key.pub"))
                .replace("${HOLDFAST_KEY}", "0123456789-0123456789-0123456789")
                .split("\n");
        try (ConfigurableApplicationContext app =
                Apps.secured(JwtApplication.class, Postgres.and(properties, Postgres.fresh()))) {
            assertThat(masked(played(console.get(1), Apps.address(app).substring("http://".length()))))
                    .isEqualTo(masked(console.get(1)));
        }
    }

    /** Returns what a terminal shows. */
    private String played(String console, String address) throws Exception {
        StringBuilder script = new StringBuilder("set -e\n");
        console.lines()
                .filter(line -> line.startsWith("$ "))
                .forEach(line -> script.append("cat <<'LINE'\n")
                        .append(line)
                        .append("\nLINE\n")
                        .append(
                                address.isEmpty()
                                        ? line.substring(2)
                                        : line.substring(2).replace("localhost:8080", address))
                        .append('\n'));
        Path out = folder.resolve("out.txt");
        Process shell = new ProcessBuilder("sh", "-c", script.toString())
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(out.toFile())
                .start();
        shell.getOutputStream().close();
        assertThat(shell.waitFor(120, TimeUnit.SECONDS)).as("ends").isTrue();
        return Files.readString(out);
    }

    private static String masked(String text) {
        return text.replaceAll("\\d{4}-\\d\\d-\\d\\dT[^\"]+Z", "T")
                .replaceAll("\\d\\d:\\d\\d", "hh:mm")
                .replaceAll("\\d+ seconds? ago|0 s ago|just now", "N s ago");
    }
}
