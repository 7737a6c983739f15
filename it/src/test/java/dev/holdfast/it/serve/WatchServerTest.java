package dev.holdfast.it.serve;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.holdfast.LockManager;
import dev.holdfast.LockRequest;
import dev.holdfast.Owner;
import dev.holdfast.cli.Main;
import dev.holdfast.server.HoldfastServer;
import dev.holdfast.server.ServerOptions;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** {@code watch} and {@code top} over a server that restarts. */
@Timeout(value = 300, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class WatchServerTest {
    private static final Duration LIMIT = Duration.ofMinutes(2);

    @TempDir
    private Path folder;

    private final LockManager locks = LockManager.open("memory:");
    private HoldfastServer server = HoldfastServer.start(locks, ServerOptions.DEFAULT.port(0));
    private String address = server.address();

    @BeforeEach
    void project() throws IOException {
        Files.createDirectories(folder.resolve(".git"));
    }

    @AfterEach
    void end() {
        server.close();
        locks.close();
    }

    @Test
    void watch_ofAServerThatRestarts_missesNoEvent_andSaysOnceThatItIsAway() throws Exception {
        try (Watching watch = watching("watch", "Chapter_")) {
            await().atMost(LIMIT).until(() -> watch.err().contains("Watching Chapter_* at " + address));
            take("Chapter_01");
            take("StyleSystem");
            await().atMost(LIMIT).until(() -> watch.out().contains("Chapter_01"));
            server.close();
            await().atMost(LIMIT).until(() -> watch.err().contains("Trying again until it answers"));
            take("Chapter_02"); // by the store's other users
            restart();
            await().atMost(LIMIT).until(() -> watch.err().contains("Watching again."));
            take("Chapter_03");
            await().atMost(LIMIT).until(() -> watch.out().contains("Chapter_03"));
            assertThat(watch.out().lines())
                    .satisfiesExactly(
                            line -> assertThat(line).contains("Chapter_01"),
                            line -> assertThat(line).contains("Chapter_02"),
                            line -> assertThat(line).contains("Chapter_03"));
            assertThat(watch.err()).containsOnlyOnce("Trying again");
            assertThat(watch.process().isAlive()).isTrue();
        }
    }

    @Test
    void top_ofAServerThatRestarts_showsTheOutageAndGoesOn() throws Exception {
        take("Chapter_01");
        try (Watching top = watching("top")) {
            await().atMost(LIMIT).until(() -> top.out().contains("1 held, 0 stale"));
            assertThat(top.out()).containsPattern("Chapter_01 +Ann ");
            server.close();
            await().atMost(LIMIT).until(() -> top.out().contains("cannot be reached"));
            restart();
            take("Chapter_02");
            await().atMost(LIMIT).until(() -> top.out().contains("2 held, 0 stale"));
            top.process().getOutputStream().write('q');
            top.process().getOutputStream().flush();
            assertThat(top.process().waitFor()).isZero();
        }
    }

    private void restart() {
        int port = URI.create(address).getPort();
        server = HoldfastServer.start(locks, ServerOptions.DEFAULT.port(port));
    }

    private void take(String resource) throws InterruptedException {
        locks.holds().grant(LockRequest.of(resource).owner(Owner.of("Ann")));
    }

    /** The command as a process of its own. */
    private record Watching(Process process, Path outFile, Path errFile) implements AutoCloseable {
        String out() throws IOException {
            return Files.readString(outFile);
        }

        String err() throws IOException {
            return Files.readString(errFile);
        }

        @Override
        public void close() {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly().onExit().join();
        }
    }

    /** Starts it: {@code top} at a terminal of its own. */
    private Watching watching(String... arguments) throws IOException {
        String line =
                "exec '" + Path.of(System.getProperty("java.home"), "bin", "java") + "' -XX:TieredStopAtLevel=1 -cp '"
                        + System.getProperty("java.class.path") + "' " + Main.class.getName() + " "
                        + String.join(" ", arguments);
        boolean terminal = arguments[0].equals("top");
        Path out = folder.resolve("out.txt");
        Path err = folder.resolve("err.txt");
        ProcessBuilder builder = new ProcessBuilder(
                        terminal
                                ? List.of("script", "-qefc", "stty rows 24 cols 80; " + line, "/dev/null")
                                : List.of("sh", "-c", line))
                .directory(folder.toFile())
                .redirectOutput(out.toFile())
                .redirectError(err.toFile());
        builder.environment().keySet().removeIf(name -> name.startsWith("HOLDFAST_"));
        builder.environment().put("HOLDFAST_STORE", address);
        builder.environment().put("TERM", "xterm");
        return new Watching(builder.start(), out, err);
    }
}
