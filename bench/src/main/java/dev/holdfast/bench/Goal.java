package dev.holdfast.bench;

import java.util.Locale;

/** The goal for a number: a bound from below or from above. */
record Goal(double bound, boolean atLeast, String format) {
    static Goal atLeast(double bound, String format) {
        return new Goal(bound, true, format);
    }

    static Goal atMost(double bound, String format) {
        return new Goal(bound, false, format);
    }

    boolean met(double value) {
        return atLeast ? value >= bound : value <= bound;
    }

    @Override
    public String toString() {
        return (atLeast ? "≥ " : "≤ ") + String.format(Locale.ROOT, format, bound);
    }
}
