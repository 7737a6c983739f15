package dev.holdfast.bench;

import dev.holdfast.LockHandle;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;

/** The cost of an acquire, by the number of other locks. */
final class ManyLocks implements Part {
    private static final int[] COUNTS = {10, 1_000, 100_000};
    /** The maximum for a store that rewrites one file at every change. */
    private static final int MAX_IN_ONE_FILE = 1_000;

    @Override
    public void run(Setting setting, Report report) throws Exception {
        report.section(
                "Acquire with other locks present",
                "The median time of an acquire, one thread, in a folder in memory if there is one, so that the disk's own"
                        + " ups and downs hide nothing. Ratios are to the case of 10; stores of all sizes are measured in turn.",
                "store",
                "10",
                "1,000",
                "100,000",
                "1,000 : 10",
                "100,000 : 10",
                "goal",
                "");
        try (Folder folder = Folder.in(setting.ram())) {
            Goal flat = Goal.atMost(1.5, "%.1f ×");
            row("memory:", List.of("memory:", "memory:", "memory:"), flat, setting, report);
            for (String scheme : List.of("sqlite:", "dir:", "files:", "file:")) {
                List<String> addresses = new ArrayList<>();
                for (int count : COUNTS) {
                    boolean tooMany = scheme.equals("file:") && count > MAX_IN_ONE_FILE;
                    if (!tooMany) {
                        String name = scheme.replace(":", "-") + count + (scheme.equals("file:") ? "/.locks" : "");
                        addresses.add(scheme + folder.resolve(name));
                    }
                }
                row(scheme, addresses, scheme.equals("file:") ? null : flat, setting, report);
            }
        }
    }

    private static void row(String scheme, List<String> addresses, @Nullable Goal goal, Setting setting, Report report)
            throws Exception {
        List<Locks> stores = new ArrayList<>();
        try {
            for (int i = 0; i < addresses.size(); i++) {
                Optional<Locks> opened = Locks.open(addresses.get(i));
                if (opened.isEmpty()) {
                    return;
                }
                stores.add(opened.get());
                opened.get().addOthers(COUNTS[i]);
            }
            row(scheme, goal, rounds(stores, setting), report);
        } finally {
            stores.forEach(Locks::close);
        }
    }

    /** Returns for each round the median time of an acquire in each store. */
    private static List<double[]> rounds(List<Locks> stores, Setting setting) {
        List<double[]> rounds = new ArrayList<>();
        int warmUps = setting.quick() ? 3 : 8;
        int count = setting.quick() ? 9 : 25;
        long slice = setting.quick() ? 50_000_000 : 200_000_000;
        for (int i = 0; i < warmUps + count; i++) {
            double[] times = new double[stores.size()];
            for (int j = 0; j < times.length; j++) {
                times[j] = medianAcquire(stores.get(j), slice);
            }
            if (i >= warmUps) {
                rounds.add(times);
            }
        }
        return rounds;
    }

    private static double medianAcquire(Locks locks, long slice) {
        LongStream.Builder times = LongStream.builder();
        long start = System.nanoTime();
        for (long now = start; now - start < slice; ) {
            LockHandle handle = locks.manager().acquire("mine");
            long after = System.nanoTime();
            times.add(after - now);
            handle.close();
            now = System.nanoTime();
        }
        return Spread.of(times.build().asDoubleStream()).median();
    }

    private static void row(String scheme, @Nullable Goal goal, List<double[]> rounds, Report report) {
        String[] cells = {"`" + scheme + "`", "–", "–", "–", "–", "–"};
        double worst = 0;
        for (int i = 0; i < rounds.get(0).length; i++) {
            int column = i;
            double time = Spread.of(rounds.stream().mapToDouble(times -> times[column]))
                    .median();
            cells[1 + i] = Report.micros(time);
            if (i > 0) {
                Spread ratio = Spread.of(rounds.stream().mapToDouble(times -> times[column] / times[0]));
                cells[3 + i] = Report.times(ratio.median());
                worst = Math.max(worst, ratio.median());
            }
        }
        report.row(goal, worst, cells);
    }
}
