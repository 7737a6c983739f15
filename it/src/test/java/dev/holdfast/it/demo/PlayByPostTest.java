package dev.holdfast.it.demo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** {@code holdfast demo play-by-post}. */
@Timeout(value = 300, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class PlayByPostTest {
    @Test
    void demo_startsTheGameWithPeopleToTryItWith_untilItIsEnded(@TempDir Path folder) throws Exception {
        try (PlayedDemo demo = PlayedDemo.start("play-by-post", folder, "--port", "0")) {
            assertThat(demo.get("/")).contains("<title>");
            assertThat(demo.get("/play/users")).contains("Anna", "Ben", "Mia", "Clara");
            demo.process().descendants().forEach(ProcessHandle::destroy);
            demo.process().waitFor();
            assertThat(folder.resolve("holdfast-demo-play-by-post/play.db")).isNotEmptyFile();
            TypedHints hints = TypedHints.of(demo.said());
            try (TypedHints.Typed game = hints.start("./play-by-post --port 0 --database sqlite:play.db")) {
                await().atMost(Duration.ofMinutes(2)).until(() -> game.said().contains("The game is at http"));
                assertThat(hints.type("./holdfast --store sqlite:play.db status", 0))
                        .contains("No active locks");
                assertThat(hints.type("./play-by-post --help", 0)).contains("--database");
            }
            hints.assertAllTyped();
        }
    }

    @Test
    void demo_twiceOfOneName_andOneAtAChosenPort_runAtTheSameTime(@TempDir Path folder) throws Exception {
        int chosen;
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            chosen = socket.getLocalPort();
        }
        List<CompletableFuture<PlayedDemo>> starting = List.of(
                started(folder.resolve("one")),
                started(folder.resolve("two")),
                started(folder.resolve("three"), "--port", Integer.toString(chosen)));
        try (PlayedDemo one = starting.get(0).get();
                PlayedDemo two = starting.get(1).get();
                PlayedDemo three = starting.get(2).get()) {
            assertThat(one.port()).isNotEqualTo(two.port());
            assertThat(three.port()).isEqualTo(chosen);
            for (PlayedDemo demo : List.of(one, two, three)) {
                assertThat(demo.get("/play/users")).contains("Anna");
            }
            one.process().descendants().forEach(ProcessHandle::destroy);
            one.process().waitFor();
            assertThat(one.said()).contains("./play-by-post --port " + one.port() + " --database");
        }
    }

    private static CompletableFuture<PlayedDemo> started(Path folder, String... options) throws IOException {
        Files.createDirectories(folder);
        return CompletableFuture.supplyAsync(() -> {
            try {
                return PlayedDemo.start("play-by-post", folder, options);
            } catch (IOException | InterruptedException e) {
                throw new IllegalStateException(e);
            }
        });
    }
}
