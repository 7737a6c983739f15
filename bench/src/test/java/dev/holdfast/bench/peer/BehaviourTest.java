package dev.holdfast.bench.peer;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The comparison measures what it says. */
@Timeout(value = 240, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class BehaviourTest {
    @TempDir
    Path folder;

    @Test
    void killedHolder_andRemovedLock_areMeasured() throws Exception {
        Behaviour measured = Behaviour.of(Peer.named("holdfast"), "sqlite:" + folder.resolve("locks.db"), false);
        assertThat(measured.threadsExclude()).isTrue();
        assertThat(measured.freeAfterKill()).isPositive().isLessThan(Duration.ofMinutes(5));
        assertThat(measured.takenAway()).startsWith("after ");
        assertThat(measured.lines()).isBetween(10, 60);
    }

    @Test
    void everyLibrary_hasCountedLines() throws Exception {
        for (Peer peer : Peer.ALL) {
            assertThat(peer.lines()).as(peer.name()).isBetween(10, 80);
        }
    }

    @Test
    void lines_areThoseBetweenTheMarks() {
        assertThat(Peer.counted(List.of("a", "// begin", "b", "", "  c", "  // end", "d", "// begin", "e", "// end")))
                .isEqualTo(3);
    }
}
