package dev.holdfast.bench;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.bench.contender.Role;
import dev.holdfast.bench.plot.Bar;
import java.io.OutputStream;
import java.io.PrintStream;
import java.util.List;
import org.junit.jupiter.api.Test;

final class StandingsTest {
    private static final Standing FLOOR = Figures.standing("bare driver", Role.FLOOR, 100, 200, 400);
    private static final Standing SLOW = Figures.standing("Slow", Role.PEER, 10, 10, 10);
    private static final Standing FAST = Figures.standing("Fast", Role.PEER, 300, 300, 300);
    private static final Standing OURS = Figures.standing("Holdfast", Role.OURS, 200, 400, 800);

    private final Report report = new Report(new PrintStream(OutputStream.nullOutputStream()));

    @Test
    void ratio_isThatOfTheSameRound() {
        Standing unsteady = Figures.standing("Unsteady", Role.PEER, 100, 400, 200);
        assertThat(unsteady.ratio(FLOOR).median()).isEqualTo(1);
        assertThat(unsteady.ratio(FLOOR).quantile(1)).isEqualTo(2);
    }

    @Test
    void print_showsEveryoneAgainstTheBareDriver() {
        new Standings("16 threads", List.of(FLOOR, SLOW, OURS)).print("Redis", report);
        assertThat(report.text().lines())
                .contains("| 16 threads | bare driver | 200 | 200 – 400 | 1.50 ms | 1.50 ms | 1.00 | 1.00 × |")
                .contains("| 16 threads | **Holdfast** | 400 | 400 – 800 | 1.50 ms | 1.50 ms | 1.00 | 2.00 × |");
    }

    @Test
    void print_namesWhoBroke_andShowsTheOthers() {
        Standing out = Figures.broken("Slow", Role.PEER, "Slow: it fell over");
        new Standings("16 threads", List.of(FLOOR, out)).print("Redis", report);
        assertThat(report.text()).contains("| 16 threads | Slow | broke |").contains("| bare driver | 200 |");
        assertThat(report.troubles()).containsExactly("Redis, Slow: it fell over");
    }

    @Test
    void judge_comparesWithTheBareDriverAndTheBestPeer() {
        new Standings("16 threads", List.of(FLOOR, SLOW, FAST, OURS)).judge("Redis", 2.5, 1, report.summary());
        assertThat(report.summary().lines())
                .contains("| Redis, 16 threads, against the bare driver | ≥ 2.5 × | 2.00 × | **missed** |")
                .contains("| Redis, 16 threads, against the best peer, Fast | ≥ 1.0 × | 1.33 × | met |");
        assertThat(report.missed()).isEqualTo(1);
    }

    @Test
    void judgeContended_comparesWithTheBestPeer_andTheThreadsWithEachOther() {
        new Standings("16 want one lock", List.of(SLOW, FAST, OURS)).judgeContended("Redis", 1.5, report.summary());
        assertThat(report.summary().lines())
                .contains("| Redis, 16 want one lock, against the best peer, Fast | ≥ 1.5 × | 1.33 × | **missed** |")
                .contains("| Redis, 16 want one lock, least : most served | ≥ 0.5 | 1.00 | met |");
    }

    @Test
    void judgeAgainst_comparesHoldfastWithItself() {
        Standings alone = new Standings("1 thread", List.of(FLOOR, OURS));
        Standing crowded = Figures.standing("Holdfast", Role.OURS, 100, 300, 400);
        new Standings("16 threads want one lock", List.of(crowded)).judgeAgainst(alone, 0.7, "Redis", report.summary());
        assertThat(report.summary().lines())
                .contains("| Redis, 16 threads want one lock, against 1 thread | ≥ 0.7 × | 0.75 × | met |");
    }

    @Test
    void judge_whenHoldfastBroke_countsAsMissed() {
        Standing out = Figures.broken("Holdfast", Role.OURS, "Holdfast: no");
        new Standings("1 thread", List.of(FLOOR, FAST, out)).judge("Redis", 0.7, 1, report.summary());
        assertThat(report.missed()).isEqualTo(2);
        assertThat(report.summary().lines())
                .filteredOn(line -> line.contains("not measured"))
                .hasSize(2);
    }

    @Test
    void panel_leavesOutWhoBroke() {
        Standing out = Figures.broken("Slow", Role.PEER, "Slow: no");
        assertThat(new Standings("1 thread", List.of(FLOOR, out, OURS))
                        .panel("Redis")
                        .bars())
                .extracting(Bar::label)
                .containsExactly("bare driver", "Holdfast");
    }
}
