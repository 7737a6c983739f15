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
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@code holdfast demo} of applications that bring a server along, as processes of their own. */
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class BuiltExampleTest {
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
    private String start(String name) throws Exception {
        ProcessBuilder builder = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        Main.class.getName(),
                        "demo",
                        name)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("out.txt").toFile());
        builder.environment().put("EXAMPLE_PORT", "0");
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

    @ParameterizedTest
    @CsvSource({"underwriting, /session/people", "newsroom, /session/people", "picking, /me"})
    void demo_startsIt_andEndsWithAllThatItStarted(String name, String people) throws Exception {
        String address = start(name);
        assertThat(get(address + "/")).contains("<title>");
        assertThat(get(address + people)).contains("Anna", "Ben", "Clara");
        List<ProcessHandle> children = process.descendants().toList();
        assertThat(children).hasSizeGreaterThanOrEqualTo(2); // the application and its server
        process.destroy();
        assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        children.forEach(child -> child.onExit().orTimeout(60, TimeUnit.SECONDS).join());
    }
}
