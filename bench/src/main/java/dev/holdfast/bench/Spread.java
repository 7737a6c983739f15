package dev.holdfast.bench;

import java.util.Arrays;
import java.util.Locale;
import java.util.stream.DoubleStream;

/** Numbers measured several times, in order. */
final class Spread {
    private final double[] sorted;

    private Spread(double[] sorted) {
        this.sorted = sorted;
    }

    static Spread of(DoubleStream numbers) {
        double[] sorted = numbers.toArray();
        Arrays.sort(sorted);
        return new Spread(sorted);
    }

    double median() {
        return quantile(0.5);
    }

    double mean() {
        return Arrays.stream(sorted).average().orElse(Double.NaN);
    }

    /** Returns the number that this share of all numbers does not exceed. */
    double quantile(double share) {
        return sorted[(int) Math.ceil(share * (sorted.length - 1))];
    }

    /** Returns the middle half, as text. */
    String middle(String format) {
        return String.format(Locale.ROOT, format + " – " + format, quantile(0.25), quantile(0.75));
    }
}
