package dev.holdfast.check;

/**
 * The growth of the heap while a test repeats something. It is measured from a round on at which all caches have had their fill,
 * so that what remains grows with the number of rounds.
 */
public final class Growth {
    private static final long MARGIN = 24L << 20;

    private final int fill;
    private int rounds;
    private long before;

    private Growth(int fill) {
        this.fill = fill;
    }

    /** Begins to count, for a test of that many rounds. The first fifth fills the caches. */
    public static Growth over(int rounds) {
        return new Growth(Math.max(1, rounds / 5));
    }

    /** Says that one more round is over. */
    public void round() {
        if (++rounds == fill) {
            before = heap();
        }
    }

    /** Fails if the heap has more than a margin beyond what it had. */
    public void requireBounded() {
        if (rounds <= fill) {
            throw new AssertionError("Nothing was measured in " + rounds + " rounds.");
        }
        long after = heap();
        if (after > before + MARGIN) {
            throw new AssertionError("The heap has grown in " + (rounds - fill) + " rounds, from " + (before >> 10)
                    + " KiB to " + (after >> 10) + " KiB.");
        }
    }

    private static long heap() {
        System.gc();
        System.gc();
        Runtime runtime = Runtime.getRuntime();
        return runtime.totalMemory() - runtime.freeMemory();
    }
}
