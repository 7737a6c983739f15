package dev.holdfast.bench;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.bench.contender.Role;
import java.io.OutputStream;
import java.io.PrintStream;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

final class ContestTest {
    /** With slices in which each thread has its turn, also on a busy machine. */
    private static final Contest CONTEST = new Contest(1, 3, Duration.ofMillis(200));

    private final Progress progress = new Progress(new PrintStream(OutputStream.nullOutputStream()));

    @Test
    void of_givesEveryoneATurnInEachRound_andForgetsTheWarmUp() {
        AtomicInteger done = new AtomicInteger();
        try (Runner one = Runner.of(Figures.entrant("One", Role.PEER), 2, thread -> done::incrementAndGet);
                Runner other = Runner.of(Figures.entrant("Other", Role.OURS), 2, thread -> () -> Thread.sleep(1))) {
            List<Standing> standings = CONTEST.of(List.of(one, other), progress);
            assertThat(standings)
                    .extracting(standing -> standing.slices().size())
                    .containsExactly(3, 3);
            assertThat(standings).allMatch(Standing::finished);
            assertThat(standings.get(0).slices().stream()
                            .mapToLong(Sample::count)
                            .sum())
                    .isPositive()
                    .isLessThan(done.get());
            assertThat(standings.get(1).nanos().median()).isGreaterThan(900_000);
        }
    }

    @Test
    void of_withOneThatBreaks_goesOnWithTheOthers() {
        AtomicInteger turns = new AtomicInteger();
        Load.Tasks breaking = thread -> () -> {
            if (turns.incrementAndGet() > 1) {
                throw new IllegalStateException("Cannot reach db://me:secret@there\nat all");
            }
            Thread.sleep(10);
        };
        try (Runner bad = Runner.of(Figures.entrant("Bad", Role.PEER), 1, breaking);
                Runner good = Runner.of(Figures.entrant("Good", Role.OURS), 1, thread -> () -> Thread.sleep(1))) {
            List<Standing> standings = CONTEST.of(List.of(bad, good), progress);
            assertThat(standings.get(0).broken())
                    .isEqualTo("Bad: java.lang.IllegalStateException: Cannot reach db://there");
            assertThat(standings.get(1).finished()).isTrue();
            assertThat(standings.get(1).slices()).hasSize(3);
        }
    }

    @Test
    void runner_whoseTasksCannotBeMade_isOut() {
        try (Runner bad = Runner.of(Figures.entrant("Bad", Role.PEER), 1, thread -> {
            throw new IllegalStateException("no");
        })) {
            assertThat(CONTEST.of(List.of(bad), progress).get(0).broken()).contains("no");
        }
    }
}
