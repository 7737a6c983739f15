package dev.holdfast.simulation;

import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/**
 * The way in which one schedule chooses: at random, rarely or often; or by priorities that change now and then, which finds
 * faults that need one thread to be late for long. Some schedules let threads stall, as a garbage collection or a busy machine
 * does.
 */
record Strategy(SplittableRandom random, int switchOdds, boolean byPriority, int stallOdds) {
    static Strategy drawn(SplittableRandom random) {
        int[] switching = {2, 4, 8, 32};
        int[] stalling = {0, 0, 300, 1_500};
        return new Strategy(
                random,
                switching[random.nextInt(switching.length)],
                random.nextInt(4) == 0,
                stalling[random.nextInt(stalling.length)]);
    }

    boolean stalls() {
        return stallOdds > 0;
    }

    boolean switchesHere() {
        return random.nextInt(switchOdds) == 0;
    }

    /** Returns how long the thread stalls here, in nanoseconds; mostly not at all. */
    long stall() {
        if (stallOdds == 0 || random.nextInt(stallOdds) > 0) {
            return 0;
        }
        long longest = 1_000_000L << random.nextInt(14);
        return random.nextLong(longest) + 1;
    }

    /** Picks one of the first {@code count} tasks. */
    Task pick(Task[] ready, int count, @Nullable Task current) {
        if (!byPriority) {
            return ready[random.nextInt(count)];
        }
        if (current != null && random.nextInt(16) == 0) {
            current.priority = random.nextInt(1 << 20);
        }
        Task first = ready[0];
        for (int i = 1; i < count; i++) {
            first = ready[i].priority > first.priority ? ready[i] : first;
        }
        return first;
    }
}
