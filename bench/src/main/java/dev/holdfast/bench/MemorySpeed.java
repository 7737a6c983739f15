package dev.holdfast.bench;

import dev.holdfast.bench.Comparison.Pace;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;

/** The speed of the lock manager itself: over memory nothing else takes time. */
final class MemorySpeed implements Part {
    @Override
    public void run(Setting setting, Report report) throws Exception {
        report.section(
                "`memory:`",
                "Acquire + release of one lock per thread. The goal of one thread is judged by its processor time, since other"
                        + " programs on the machine lengthen the time by the clock. Those of more threads are multiples of one"
                        + " thread, by the clock.",
                "threads",
                "pairs / s",
                "× one thread",
                "middle half",
                "pairs / CPU s",
                "bytes / pair",
                "goal",
                "");
        double alone = 0;
        for (int threads : new int[] {1, 2, 8}) {
            List<Sample> samples = samples(threads, setting.computing());
            double perCpuSecond = median(samples, Sample::perCpuSecond);
            double perSecond = median(samples, Sample::perSecond);
            alone = threads == 1 ? perSecond : alone;
            report.row(
                    threads == 1 ? Goal.atLeast(1e6, "%,.0f") : Goal.atLeast(1.3, "%s ×"),
                    threads == 1 ? perCpuSecond : perSecond / alone,
                    Integer.toString(threads),
                    Report.rate(perSecond),
                    threads == 1 ? "–" : Report.times(perSecond / alone),
                    Spread.of(samples.stream().mapToDouble(Sample::perSecond)).middle("%,.0f"),
                    Report.rate(perCpuSecond),
                    String.format(Locale.ROOT, "%,.0f", median(samples, Sample::bytesEach)));
        }
    }

    private static List<Sample> samples(int threads, Pace pace) throws Exception {
        List<Sample> samples = new ArrayList<>();
        try (Locks locks = Locks.open("memory:").orElseThrow();
                Load load = new Load(threads, locks::pair)) {
            load.warmUp(pace);
            for (int i = 0; i < pace.slices(); i++) {
                samples.add(load.run(pace.slice()));
            }
        }
        return samples;
    }

    private static double median(List<Sample> samples, ToDoubleFunction<Sample> figure) {
        return Spread.of(samples.stream().mapToDouble(figure)).median();
    }
}
