package dev.holdfast.spring;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** {@code docs/jwt.md} is played as it stands. */
@Timeout(value = 600, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class JwtGuideTest {
    /** The libraries that the application of the guide does not have. */
    private static final Pattern ABSENT = Pattern.compile("spring-(jdbc|tx|session|orm|data|webflux)|"
            + "spring-boot-(jdbc|sql|data|jpa|hibernate|session|actuator|health|webflux|reactor|micrometer|transaction|persistence)|"
            + "hibernate|jakarta\\.persistence|micrometer-core|^h2-|hsqldb|slf4j-nop|junit|assertj|playwright");

    @Configuration(proxyBeanMethods = false)
    static class Sessions {
        @Bean
        OwnerResolver ownerResolver() {
            return OwnerResolver.SESSION;
        }
    }

    @Test
    @DisplayName("P20: the guide for clients with a JWT does what it shows")
    void guide_doesWhatItShows(@TempDir Path folder) throws Exception {
        assertThat(GuideBuild.play(folder, "jwt.md", "notes.NotesApplication", ABSENT))
                .isEqualTo(4);
        assertThat(folder.resolve("notes/locks.db")).exists();
    }

    @Test
    void otherSamples_areOfThisClass() throws Exception {
        List<String> samples = Pattern.compile("```java\n(.*?)```", Pattern.DOTALL)
                .matcher(Files.readString(Path.of("../docs/jwt.md")))
                .results()
                .map(result -> result.group(1))
                .toList();
        assertThat(samples).hasSize(1);
        assertThat(Files.readString(Path.of("src/test/java/dev/holdfast/spring/JwtGuideTest.java")))
                .contains(samples);
    }
}
