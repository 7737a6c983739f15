package dev.holdfast.bench;

import dev.holdfast.bench.Comparison.Pace;
import java.nio.file.Path;
import java.time.Duration;

/**
 * The place and the length of measurements.
 *
 * @param disk a folder on a disk
 * @param ram a folder in memory if the machine has one, else the same as {@code disk}
 * @param rounds the rounds of every contest on a server
 * @param progress the display of the progress
 */
record Setting(Path disk, Path ram, boolean quick, int rounds, Progress progress) {

    /** Returns the pace for work in memory, which needs a warm compiler. */
    Pace computing() {
        return quick ? new Pace(5, Duration.ofMillis(300), 1_000_000) : new Pace(15, Duration.ofMillis(700), 4_000_000);
    }

    /** Returns the pace for one thread that waits for the disk: short slices, since the speed of a disk varies. */
    Pace waiting() {
        return quick ? new Pace(25, Duration.ofMillis(100), 2_000) : new Pace(120, Duration.ofMillis(150), 10_000);
    }

    /** Returns the contest of several contenders on a server. */
    Contest contest() {
        return quick ? new Contest(1, rounds, Duration.ofMillis(300)) : new Contest(3, rounds, Duration.ofMillis(500));
    }

    /** Returns the rounds of many threads before the first contest, so that the code is compiled early. */
    Contest warmUp() {
        return new Contest(0, quick ? 2 : 8, Duration.ofMillis(600));
    }

    /** Returns the pace for many threads, which need a while to get into step. */
    Pace crowded() {
        return quick ? new Pace(5, Duration.ofMillis(500), 400) : new Pace(15, Duration.ofSeconds(1), 2_000);
    }

    /** Returns the pace for servers with many connections: their compiler shares a processor with them. */
    Pace requests() {
        return quick ? new Pace(5, Duration.ofMillis(500), 30_000) : new Pace(15, Duration.ofSeconds(1), 300_000);
    }

    /** Returns the pace for connections that want one lock: each is to get it several times in a slice. */
    Pace contended() {
        return quick ? new Pace(5, Duration.ofSeconds(1), 1_000) : new Pace(9, Duration.ofSeconds(4), 10_000);
    }
}
