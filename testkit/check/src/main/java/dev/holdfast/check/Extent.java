package dev.holdfast.check;

/** The number of repetitions of a test: few in {@code ./check}, all in {@code ./check --all}. */
public final class Extent {
    /** The system property that {@code ./check --all} sets to {@code true}. */
    static final String ALL = "holdfast.all";

    private Extent() {}

    /** Returns whether everything is tested, at full length. */
    public static boolean all() {
        return Boolean.getBoolean(ALL);
    }

    /** Returns the number of repetitions: the first in {@code ./check}, the second in {@code ./check --all}. */
    public static int of(int usual, int all) {
        return all() ? all : usual;
    }
}
