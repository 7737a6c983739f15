package dev.holdfast.simulation;

/** Stands in for {@link java.util.concurrent.ThreadLocalRandom}: its numbers come from the schedule's seed. */
public final class SimulatedRandom {
    private static final SimulatedRandom ONLY = new SimulatedRandom();

    private SimulatedRandom() {}

    public static SimulatedRandom current() {
        return ONLY;
    }

    public long nextLong(long bound) {
        return Scheduler.here().random(0, bound);
    }

    public int nextInt(int bound) {
        return Scheduler.here().random(bound);
    }
}
