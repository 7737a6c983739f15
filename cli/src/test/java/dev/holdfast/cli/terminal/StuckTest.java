package dev.holdfast.cli.terminal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.holdfast.cli.process.Holdfast;
import dev.holdfast.cli.process.ProjectFolder;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** TERM and INT end a process in every phase, whatever it hangs in. */
@Timeout(value = 180, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
final class StuckTest {
    private static final Duration TIMEOUT = Duration.ofSeconds(60);

    @TempDir
    Path folder;

    @Test
    void processThatNoInterruptReaches_isEndedByForce() throws Exception {
        Holdfast.Running term = program("computing");
        Holdfast.Running interrupted = program("computing");
        Holdfast.Running farewell = program("farewell");
        Holdfast.Running standingBy = program("standing-by");
        signal(term, "TERM");
        signal(interrupted, "INT");
        signal(farewell, "TERM");
        signal(standingBy, "TERM");
        Holdfast.Done ended = term.done();
        assertThat(ended.code()).isEqualTo(Signal.TERM.exitCode());
        assertThat(ended.err()).contains("Ended by TERM", "holdfast status");
        assertThat(interrupted.done().code()).isEqualTo(Signal.INT.exitCode());
        assertThat(farewell.done().code()).isEqualTo(Signal.TERM.exitCode());
        ended = standingBy.done();
        assertThat(ended.code()).isEqualTo(Signal.TERM.exitCode());
        assertThat(ended.out()).contains("told", "still here");
    }

    @Test
    void commandWhoseStoreNeverAnswers_endsAtASignal() throws Exception {
        try (ServerSocket silent = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
            Holdfast holdfast = ProjectFolder.at(folder)
                    .as("Ann")
                    .with("HOLDFAST_STORE", "http://127.0.0.1:" + silent.getLocalPort());
            List<String[]> commands = List.of(
                    new String[] {"acquire", "a", "--wait", "1h"},
                    new String[] {"run", "a", "--", "sleep", "600"},
                    new String[] {"wait", "a"},
                    new String[] {"status"});
            List<Socket> accepted = new ArrayList<>();
            List<Holdfast.Running> running = new ArrayList<>();
            for (String[] command : commands) {
                for (String signal : List.of("TERM", "INT")) {
                    Holdfast.Running one = holdfast.start(command);
                    accepted.add(silent.accept()); // it has come as far as its question to the store
                    signal(one, signal);
                    running.add(one);
                }
            }
            for (int i = 0; i < running.size(); i++) {
                assertThat(running.get(i).done().code())
                        .as(String.join(" ", commands.get(i / 2)))
                        .isEqualTo((i % 2 == 0 ? Signal.TERM : Signal.INT).exitCode());
            }
            for (Socket socket : accepted) {
                socket.close();
            }
        }
    }

    private Holdfast.Running program(String phase) throws IOException {
        List<String> line = List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                StuckProgram.class.getName(),
                phase);
        Holdfast.Running running = Holdfast.in(folder).start(line);
        await().atMost(TIMEOUT).until(() -> running.out().contains("ready"));
        return running;
    }

    private static void signal(Holdfast.Running running, String name) throws Exception {
        new ProcessBuilder("kill", "-" + name, Long.toString(running.process().pid()))
                .start()
                .waitFor();
    }
}
