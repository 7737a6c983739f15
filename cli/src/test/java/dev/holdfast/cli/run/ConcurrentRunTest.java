package dev.holdfast.cli.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.holdfast.check.Extent;
import dev.holdfast.cli.process.Holdfast;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Many runs at once, from one terminal. */
@Timeout(300)
final class ConcurrentRunTest {
    @TempDir
    Path folder;

    @ParameterizedTest
    @CsvSource({"file:.locks, 8, 50", "dir:locks, 4, 20", "files:locks, 4, 20", "sqlite:locks.db, 4, 20"})
    @DisplayName("B17: many at the same instant, fifty in a full check, each alone at its turn")
    void run_manyAtOnce_countExactlyThatMany(String store, int usual, int all) throws IOException {
        int runs = Extent.of(usual, all);
        Files.createDirectory(folder.resolve(".git"));
        Files.writeString(folder.resolve("counter"), "0");
        Files.writeString(folder.resolve("increment"), "read n < counter; sleep 0.01; echo $((n + 1)) > counter\n");
        Holdfast terminal = Holdfast.in(folder).with("HOLDFAST_STORE", store).atTerminal();
        Holdfast.Running running = terminal.start(List.of("sh", "-c", line(runs), "sh"));
        await().atMost(Duration.ofSeconds(280)).until(() -> !running.process().isAlive());
        assertThat(running.out()).as("codes of those that failed").isBlank();
        assertThat(Files.readString(folder.resolve("counter")).strip()).isEqualTo(Integer.toString(runs));
    }

    /** A shell that starts all of them, waits for all, and says the exit codes that are not 0. */
    private static String line(int runs) {
        List<String> run = new ArrayList<>(Holdfast.command());
        run.add(1, "-Xmx64m");
        run.addAll(List.of("run", "counter", "--wait", "5m", "--", "sh", "./increment"));
        return "i=0; pids=; while [ $i -lt " + runs + " ]; do '" + String.join("' '", run)
                + "' & pids=\"$pids $!\"; i=$((i + 1)); done; for p in $pids; do wait $p || echo $?; done";
    }
}
