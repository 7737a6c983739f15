package dev.holdfast.it.docs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.check.LongTest;
import dev.holdfast.engines.PlayedGuide;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Guides that build and start an application by Maven, played from the first line to the last. */
@LongTest(
        "builds and starts applications by Maven; JobGuideTest, JwtGuideTest and QueueGuideTest show each step in every check")
@Timeout(value = 600, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class TenMinutesTest {
    @TempDir
    Path folder;

    @Test
    @DisplayName("P20: the guide for an existing Spring application does what it shows")
    void guide_doesWhatItShows() throws Exception {
        assertThat(PlayedGuide.withMaven(folder).play("spring-in-ten-minutes.md"))
                .isEqualTo(3);
        assertThat(folder.resolve("notes/locks.db")).exists();
    }

    @Test
    void jobGuide_doesWhatItShows() throws Exception {
        assertThat(PlayedGuide.withMaven(folder).play("jobs.md")).isEqualTo(5);
        assertThat(folder.resolve("billing/locks.db")).exists();
    }

    @Test
    void jwtGuide_doesWhatItShows() throws Exception {
        assertThat(PlayedGuide.withMaven(folder).play("jwt.md")).isEqualTo(4);
        assertThat(folder.resolve("notes/locks.db")).exists();
    }

    @Test
    void queueGuide_doesWhatItShows() throws Exception {
        assertThat(PlayedGuide.withMaven(folder).play("queues.md")).isEqualTo(3);
        assertThat(folder.resolve("parcels/locks.db")).exists();
    }
}
