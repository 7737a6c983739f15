package dev.holdfast.bench;

import dev.holdfast.bench.Comparison.Pace;
import java.nio.file.Path;
import java.time.Duration;

/**
 * Where and how long to measure.
 *
 * @param disk a folder on a disk
 * @param ram a folder in memory if the machine has one, else the same as {@code disk}
 * @param rounds of every contest on a server
 * @param progress who is told what goes on
 */
record Setting(Path disk, Path ram, boolean quick, int rounds, Progress progress) {

    /** For what is done in memory and needs the compiler to warm up. */
    Pace computing() {
        return quick ? new Pace(5, Duration.ofMillis(300), 1_000_000) : new Pace(15, Duration.ofMillis(700), 4_000_000);
    }

    /** For one thread that waits for the disk: short slices, since a disk's mood changes from one moment to the next. */
    Pace waiting() {
        return quick ? new Pace(25, Duration.ofMillis(100), 2_000) : new Pace(120, Duration.ofMillis(150), 10_000);
    }

    /** For several contenders in turn on a server. */
    Contest contest() {
        return quick ? new Contest(1, rounds, Duration.ofMillis(300)) : new Contest(3, rounds, Duration.ofMillis(500));
    }

    /** Rounds of many threads before the first contest: what they do comes to the compiler's attention soonest by many. */
    Contest warmUp() {
        return new Contest(0, quick ? 2 : 8, Duration.ofMillis(600));
    }

    /** For many threads that do, and need a while to get into step. */
    Pace crowded() {
        return quick ? new Pace(5, Duration.ofMillis(500), 400) : new Pace(15, Duration.ofSeconds(1), 2_000);
    }

    /** For servers that are asked by many connections: their compiler shares a processor with them. */
    Pace requests() {
        return quick ? new Pace(5, Duration.ofMillis(500), 30_000) : new Pace(15, Duration.ofSeconds(1), 300_000);
    }
}
