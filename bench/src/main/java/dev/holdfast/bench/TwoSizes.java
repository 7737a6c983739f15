package dev.holdfast.bench;

import dev.holdfast.Lease;
import java.time.Duration;
import java.util.List;
import java.util.Random;

/**
 * Two stores of one kind, one with few locks and one with many, measured in turn.
 *
 * @param locks the store with few locks, then the one with many
 * @param counts their numbers of locks
 */
record TwoSizes(List<Locks> locks, List<Integer> counts) {
    static final int PER_OWNER = 10;
    static final int EXPIRED = 1_000;

    private static final Filler LIVE = new Filler("live-", PER_OWNER, new Lease(Duration.ofDays(1), null, null));

    /** Times of one thing in both stores, by round. */
    record Times(Spread few, Spread many, Spread ratio) {
        static Times of(List<double[]> rounds) {
            return new Times(
                    Spread.of(rounds.stream().mapToDouble(round -> round[0])),
                    Spread.of(rounds.stream().mapToDouble(round -> round[1])),
                    Spread.of(rounds.stream().mapToDouble(round -> round[1] / round[0])));
        }
    }

    /** Does something once, and returns the nanoseconds that it took. */
    private interface Timed {
        double nanos(int store) throws Exception;
    }

    void fill(int store) {
        LIVE.fill(locks.get(store).store(), counts.get(store));
    }

    /** Returns the median time of acquire + release in each round. */
    Times pairs(int warmUps, int rounds, Duration slice) throws Exception {
        return rounds(warmUps, rounds, store -> {
            Task pair = locks.get(store).pair(0);
            Stopwatch watch = new Stopwatch(pair);
            long start = System.nanoTime();
            while (System.nanoTime() - start < slice.toNanos()) {
                watch.once();
            }
            return Spread.of(watch.nanos().asDoubleStream()).median();
        });
    }

    /** Returns the time of listing the locks of one owner. */
    Times listings(int warmUps, int rounds) throws Exception {
        Random random = new Random(1);
        return rounds(warmUps, rounds, store -> {
            String owner = LIVE.owner(random.nextInt(counts.get(store)));
            long start = System.nanoTime();
            int found = locks.get(store).manager().holds().listByOwner(owner).size();
            long end = System.nanoTime();
            require(found == PER_OWNER, owner + " has " + found + " locks");
            return end - start;
        });
    }

    /** Returns the time of a sweep with a number of expired locks. */
    Times sweeps(int warmUps, int rounds, int expired) throws Exception {
        Filler over = new Filler("over-", 1, Lease.of(Duration.ofMillis(1)));
        return rounds(warmUps, rounds, store -> {
            over.fill(locks.get(store).store(), expired);
            Thread.sleep(20); // so that the last of them has expired
            long start = System.nanoTime();
            int tidied = locks.get(store).manager().admin().sweep();
            long end = System.nanoTime();
            require(tidied >= expired, "a sweep found only " + tidied);
            return end - start;
        });
    }

    private static List<double[]> measured(int warmUps, int rounds, Timed timed) throws Exception {
        double[][] all = new double[warmUps + rounds][2];
        for (double[] round : all) {
            for (int store = 0; store < round.length; store++) {
                round[store] = timed.nanos(store);
            }
        }
        return List.of(all).subList(warmUps, all.length);
    }

    private static Times rounds(int warmUps, int rounds, Timed timed) throws Exception {
        return Times.of(measured(warmUps, rounds, timed));
    }

    private static void require(boolean fact, String otherwise) {
        if (!fact) {
            throw new IllegalStateException("This is not what was set up: " + otherwise + ".");
        }
    }
}
