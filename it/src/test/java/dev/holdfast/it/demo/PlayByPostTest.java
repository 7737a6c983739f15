package dev.holdfast.it.demo;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** {@code holdfast demo play-by-post}. */
@Timeout(value = 300, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class PlayByPostTest {
    @Test
    void demo_startsTheGameWithPeopleToTryItWith_untilItIsEnded(@TempDir Path folder) throws Exception {
        try (PlayedDemo demo = PlayedDemo.start("play-by-post", folder, "PLAY_PORT")) {
            assertThat(demo.get("/")).contains("<title>");
            assertThat(demo.get("/play/users")).contains("Anna", "Ben", "Mia", "Clara");
            demo.process().descendants().forEach(ProcessHandle::destroy);
            demo.process().waitFor();
            assertThat(demo.said()).contains("To go on: cd ", "./play-by-post --database sqlite:play.db");
            assertThat(folder.resolve("holdfast-demo-play-by-post/play.db")).isNotEmptyFile();
        }
    }
}
