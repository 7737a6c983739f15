package dev.holdfast.it.demo;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.cli.Main;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** {@code holdfast demo play-by-post}, as processes of their own. */
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class PlayByPostTest {
    private static final Pattern ADDRESS = Pattern.compile("at (http://127\\.0\\.0\\.1:\\d+) ");

    @TempDir
    private Path folder;

    private Process process;

    @AfterEach
    void end() throws InterruptedException {
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly().waitFor();
    }

    /** Started; where it can be reached. */
    private String start() throws Exception {
        ProcessBuilder builder = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        Main.class.getName(),
                        "demo",
                        "play-by-post")
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("out.txt").toFile());
        builder.environment().put("PLAY_PORT", "0");
        process = builder.start();
        while (true) {
            Matcher address = ADDRESS.matcher(said());
            if (address.find()) {
                return address.group(1);
            }
            assertThat(process.isAlive()).as(said()).isTrue();
            Thread.sleep(20);
        }
    }

    private String said() throws IOException {
        return Files.readString(folder.resolve("out.txt"));
    }

    private static String get(String address) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(URI.create(address))
                .timeout(Duration.ofSeconds(30))
                .build();
        return HttpClient.newHttpClient().send(request, BodyHandlers.ofString()).body();
    }

    @Test
    void demo_startsTheGameWithPeopleToTryItWith_untilItIsEnded() throws Exception {
        String address = start();
        assertThat(get(address + "/")).contains("<title>");
        assertThat(get(address + "/play/users")).contains("Anna", "Ben", "Mia");
        process.descendants().forEach(ProcessHandle::destroy);
        process.waitFor();
        assertThat(said()).contains("To go on: cd ", "./play-by-post --database sqlite:play.db");
        assertThat(folder.resolve("holdfast-demo-play-by-post/play.db")).isNotEmptyFile();
    }
}
