package dev.holdfast.bench;

import dev.holdfast.bench.contender.Entrant;
import java.time.Duration;
import java.util.ArrayList;
import java.util.IntSummaryStatistics;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One contender in a contest: its threads, and the results of its turns. */
final class Runner implements AutoCloseable {
    private static final int MAX_REASON = 200;

    private final Entrant entrant;
    private final @Nullable Load load;
    private final List<Stopwatch> watches;
    private final List<Sample> slices = new ArrayList<>();
    private @Nullable String broken;

    private Runner(Entrant entrant, @Nullable Load load, List<Stopwatch> watches, @Nullable String broken) {
        this.entrant = entrant;
        this.load = load;
        this.watches = watches;
        this.broken = broken;
    }

    static Runner of(Entrant entrant, int threads, Load.Tasks tasks) {
        List<Stopwatch> watches = new ArrayList<>();
        try {
            Load load = new Load(threads, thread -> {
                Stopwatch watch = new Stopwatch(tasks.of(thread));
                watches.add(watch);
                return watch;
            });
            return new Runner(entrant, load, watches, null);
        } catch (Exception e) {
            return out(entrant, reason(entrant, e));
        }
    }

    /** Returns a contender that cannot take part, with the reason. */
    static Runner out(Entrant entrant, String reason) {
        return new Runner(entrant, null, List.of(), reason);
    }

    /** Returns the reason of a failure, in one line. */
    static String reason(Entrant entrant, Exception e) {
        String text = e.toString().lines().findFirst().orElse("").replaceAll("://[^@/ ]*@", "://");
        return entrant + ": " + (text.length() > MAX_REASON ? text.substring(0, MAX_REASON) + "…" : text);
    }

    /** Lets its threads work for a slice; a contender that fails leaves the contest, and the others go on. */
    void turn(Duration slice) {
        if (load == null || broken != null) {
            return;
        }
        try {
            slices.add(load.run(slice));
        } catch (Exception e) {
            broken = reason(entrant, e);
        }
    }

    /** Forgets the turns so far: they were the warm-up. */
    void reset() {
        slices.clear();
        watches.forEach(Stopwatch::reset);
    }

    Standing standing() {
        return new Standing(
                entrant,
                List.copyOf(slices),
                Spread.of(watches.stream().flatMapToLong(Stopwatch::nanos).asDoubleStream()),
                fairness(),
                broken);
    }

    private double fairness() {
        IntSummaryStatistics counts =
                watches.stream().mapToInt(Stopwatch::count).summaryStatistics();
        return counts.getMax() <= 0 ? 0 : (double) counts.getMin() / counts.getMax();
    }

    @Override
    public void close() {
        if (load != null) {
            load.close();
        }
    }
}
