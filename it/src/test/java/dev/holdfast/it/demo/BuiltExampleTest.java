package dev.holdfast.it.demo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.holdfast.check.LongTest;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@code holdfast demo} of applications that bring a server along. */
@LongTest(
        "starts three databases and applications; PlayByPostTest plays a demo in every check, each example tests itself")
@Timeout(value = 300, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class BuiltExampleTest {
    @ParameterizedTest
    @CsvSource({"underwriting, /session/people", "newsroom, /session/people", "picking, /me"})
    void demo_startsIt_andEndsWithAllThatItStarted(String name, String people, @TempDir Path folder) throws Exception {
        try (PlayedDemo demo = PlayedDemo.start(name, folder, "--port", "0")) {
            assertThat(demo.get("/")).contains("<title>");
            assertThat(demo.get(people)).contains("Anna", "Ben", "Clara");
            List<ProcessHandle> children =
                    new ArrayList<>(demo.process().descendants().toList());
            Path postgres = folder.resolve("holdfast-demo-" + name + "/postgres/postmaster.pid"); // nobody's child
            if (Files.exists(postgres)) {
                String pid = Files.readAllLines(postgres).get(0);
                children.add(ProcessHandle.of(Long.parseLong(pid)).orElseThrow());
            }
            assertThat(children).hasSizeGreaterThanOrEqualTo(2); // the application and its server
            demo.process().destroy();
            assertThat(demo.process().waitFor(120, TimeUnit.SECONDS)).isTrue();
            children.forEach(
                    child -> child.onExit().orTimeout(120, TimeUnit.SECONDS).join());
            TypedHints hints = TypedHints.of(demo.said());
            try (TypedHints.Typed again = hints.start("./" + name + " --")) {
                await().atMost(Duration.ofMinutes(2)).until(() -> again.said().contains(" at http://127.0.0.1:"));
            }
            if (name.equals("picking")) {
                assertThat(hints.type("./picking --help", 0)).contains("--database");
            }
            hints.assertAllTyped();
        }
    }
}
