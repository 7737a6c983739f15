package dev.holdfast.cli.shell;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.check.Extent;
import dev.holdfast.cli.process.Holdfast.Running;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A counter that only the lock protects. */
final class CounterTest {
    private static final int TURNS = Extent.of(5, 12);

    /** Reads, dawdles and writes; each turn that was written is a line of its own in a file of its own. */
    private static final String COUNT = """
            n=0
            while [ $n -lt "$1" ]; do
                board_lock_acquire s/lock 110 || exit
                read -r value <counter
                ls >/dev/null
                echo $((value + 1)) >counter
                echo "$value" >>"done.$2"
                board_lock_release s/lock
                n=$((n + 1))
            done
            """;

    /** Takes the lock and is killed while it has it, before it has changed anything. */
    private static final String DIE = "board_lock_acquire s/lock 110 || exit; echo held; kill -KILL $$";

    @TempDir
    Path folder;

    @Test
    @Timeout(120)
    @DisplayName("M7, M12: eight shells count, others are killed in mid-hold: no turn is lost, none waits for the dead")
    void counter_loses_nothing() throws Exception {
        Files.writeString(folder.resolve("counter"), "0\n");
        List<Running> counters = new ArrayList<>();
        List<Running> victims = new ArrayList<>();
        for (int i = 0; i < 8; i++) {
            Shell shell = Shell.inTurn(i);
            counters.add(shell.start(folder, COUNT, Integer.toString(TURNS), Integer.toString(i)));
            if (i % 2 == 0) {
                victims.add(shell.start(folder, DIE));
            }
        }
        for (Running victim : victims) {
            assertThat(victim.done().code()).isEqualTo(137);
            assertThat(victim.out()).isEqualTo("held\n");
        }
        for (Running counter : counters) {
            assertThat(counter.done().code()).as(counter.err()).isZero();
        }
        assertThat(folder.resolve("counter")).hasContent(Integer.toString(8 * TURNS));
        List<String> turns = new ArrayList<>();
        for (int i = 0; i < 8; i++) {
            turns.addAll(Files.readAllLines(folder.resolve("done." + i)));
        }
        assertThat(turns).hasSize(8 * TURNS).doesNotHaveDuplicates();
        Running last = Shell.inTurn(0).start(folder, COUNT, "1", "last");
        assertThat(last.done().code()).as(last.err()).isZero();
        assertThat(folder.resolve("s"))
                .as("the dead may have come last; the next one has the lock and leaves nothing")
                .isEmptyDirectory();
    }
}
