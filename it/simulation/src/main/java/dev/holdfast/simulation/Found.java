package dev.holdfast.simulation;

import org.jspecify.annotations.Nullable;

/** A planted flaw that a schedule has shown. */
record Found(int schedules, String violation) {

    /**
     * Runs schedules with that flaw until one shows a violation. Returns null if none of so many does.
     *
     * @throws IllegalStateException if that schedule shows one without the flaw, too
     */
    static @Nullable Found of(Flaw flaw, long seed, int most) {
        try (Simulation simulation = new Simulation(flaw)) {
            for (int i = 0; i < most; i++) {
                String violation = simulation.run(seed + i, false).violation();
                if (violation != null) {
                    requireClean(seed + i);
                    return new Found(i + 1, violation);
                }
            }
        }
        return null;
    }

    private static void requireClean(long seed) {
        try (Simulation product = new Simulation(null)) {
            String violation = product.run(seed, false).violation();
            if (violation != null) {
                throw new IllegalStateException("No flaw is needed for it with the seed " + seed + ": " + violation);
            }
        }
    }
}
