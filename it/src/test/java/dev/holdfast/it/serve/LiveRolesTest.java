package dev.holdfast.it.serve;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.holdfast.LockRequest;
import dev.holdfast.Owner;
import dev.holdfast.cli.Main;
import dev.holdfast.internal.rules.AccessToken;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The commands that go on, {@code watch} and {@code top}, at a server with the token of each role. */
@Timeout(value = 300, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class LiveRolesTest {
    private static final Duration TIMEOUT = Duration.ofSeconds(100);

    @TempDir
    private Path folder;

    private final OwnServer server = new OwnServer(null);
    private Process process;

    @BeforeEach
    void oneHoldOfAnother() throws Exception {
        server.begin(folder);
        take("other");
    }

    @AfterEach
    void end() throws InterruptedException {
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly().waitFor();
        server.close();
    }

    @ParameterizedTest
    @CsvSource({"reader, ''", "editor, ''", "admin, ''", "reader:scene/, scene/"})
    void watch_showsTheEventsOfItsPrefix(String right, String prefix) throws Exception {
        start(right, command("watch", prefix));
        await().atMost(TIMEOUT).until(() -> said().contains("Watching"));
        take(prefix + "1");
        await().atMost(TIMEOUT).until(() -> said().contains("acquired"));
        assertThat(said()).contains(prefix + "1").doesNotContain("  other");
    }

    @ParameterizedTest
    @CsvSource({"reader:scene/, ''", "reader:scene/, other", "reader=scene, ''"})
    void watch_ofMoreThanItsRight_isRefused(String right, String prefix) throws Exception {
        start(right, command("watch", prefix));
        assertThat(process.waitFor(TIMEOUT.toSeconds(), TimeUnit.SECONDS))
                .as(said())
                .isTrue();
        assertThat(process.exitValue()).as(said()).isEqualTo(77);
        assertThat(said()).doesNotContain("Exception", "Watching");
    }

    @ParameterizedTest
    @CsvSource({"reader, ''", "editor, ''", "admin, ''", "reader:other, other"})
    void top_showsTheLocksOfItsPrefix(String right, String prefix) throws Exception {
        String line = String.join("' '", command("top", prefix));
        start(right, List.of("script", "-qefc", "exec '" + line + "'", "/dev/null"));
        await().atMost(TIMEOUT).until(() -> said().contains("1 held, 0 stale"));
        assertThat(said()).containsPattern("other +another");
        process.getOutputStream().write('q');
        process.getOutputStream().flush();
        assertThat(process.waitFor(TIMEOUT.toSeconds(), TimeUnit.SECONDS)).isTrue();
        assertThat(process.exitValue()).isZero();
    }

    private void take(String resource) throws Exception {
        server.locks().holds().grant(LockRequest.of(resource).owner(Owner.of("another")));
    }

    private static List<String> command(String name, String prefix) {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-cp",
                System.getProperty("java.class.path"),
                Main.class.getName(),
                name));
        if (!prefix.isEmpty()) {
            command.add(prefix);
        }
        return command;
    }

    private void start(String right, List<String> command) throws IOException {
        AccessToken token = AccessToken.of("user", List.of(AccessToken.Right.parse(right)));
        ProcessBuilder builder = new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("out.txt").toFile());
        builder.environment().clear();
        builder.environment()
                .putAll(server.environment(server.tokens().create(token).secret()));
        builder.environment().put("TERM", "xterm");
        process = builder.start();
    }

    private String said() throws IOException {
        return Files.readString(folder.resolve("out.txt"));
    }
}
