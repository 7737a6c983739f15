package dev.holdfast.example.resume;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.holdfast.check.Extent;
import dev.holdfast.example.resume.Tool.Call;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A job that is killed at random moments, and resumed each time, does every item exactly once. */
@Timeout(300)
class KilledAgainAndAgainTest {
    /** More than it can do before it is killed for the last time, also if that comes late. */
    private static final int ITEMS = 600;

    private static final int KILLS = Extent.of(6, 10);

    @TempDir
    Path folder;

    @Test
    @DisplayName("R4: killed again and again and resumed, each of 600 items is processed exactly once")
    void resume_afterEachKill_doesEachItemOnce() throws Exception {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        try (Tool tool = new Tool(folder)) {
            List<Integer> done = new ArrayList<>();
            for (int i = 0; i < KILLS; i++) {
                Call call = tool.has("job") ? tool.start("resume", "job", "--pace", "25") : begun(tool);
                if (i % 2 == 0) {
                    int before = done.isEmpty() ? 0 : done.get(i - 1);
                    await().atMost(Tool.PATIENCE).until(() -> tool.done("job") > before);
                }
                // Whatever it does then: starting, locking, writing, resting.
                boolean ended = call.process().waitFor(random.nextInt(300), TimeUnit.MILLISECONDS);
                assertThat(ended)
                        .as("killed in time, seed %d, it said %s", seed, call.err())
                        .isFalse();
                call.kill();
                done.add(tool.done("job"));
            }
            assertThat(done).as("seed %d", seed).isSorted();
            assertThat(done.get(KILLS - 1)).isBetween(KILLS / 2, ITEMS - 1);

            Call last = tool.call("resume", "job");
            assertThat(last.code()).as(last.err()).isEqualTo(ExitCode.DONE);
            assertThat(last.err()).contains(done.get(KILLS - 1) + " of " + ITEMS + " parts were done");
            List<String> counts = new ArrayList<>(List.of("here\t" + ITEMS, "the\t" + ITEMS));
            IntStream.range(0, ITEMS).forEach(item -> counts.add("item" + item + "\t1"));
            assertThat(last.out().lines()).as("seed %d", seed).containsExactlyInAnyOrderElementsOf(counts);
        }
    }

    private static Call begun(Tool tool) throws Exception {
        return tool.start("run", "words", tool.items(ITEMS), "--id", "job", "--pace", "25");
    }
}
