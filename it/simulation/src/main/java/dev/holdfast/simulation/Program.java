package dev.holdfast.simulation;

/** A simulated process: it may be stopped and continued, or killed, and has a monotonic clock. */
public final class Program {
    private final String name;
    private long stoppedUntil = Long.MIN_VALUE;
    private long asleep;
    private boolean killed;

    public Program(String name) {
        this.name = name;
    }

    public String name() {
        return name;
    }

    /** Stops all its threads until that time of the simulation. */
    public void stopUntil(long nanos) {
        stoppedUntil = Math.max(stoppedUntil, nanos);
    }

    /** Stops its threads and its monotonic clock, as a laptop does that is closed. */
    public void sleep(long now, long nanos) {
        // A laptop that is closed already sleeps on: the clock must not go back when it wakes.
        asleep += Math.max(0, now + nanos - Math.max(now, stoppedUntil));
        stopUntil(now + nanos);
    }

    /** Ends all its threads where they are. */
    public void kill() {
        killed = true;
    }

    public boolean killed() {
        return killed;
    }

    public boolean stopped(long now) {
        return now < stoppedUntil;
    }

    long stoppedUntil() {
        return stoppedUntil;
    }

    /** Returns its monotonic clock at that time of the simulation. */
    public long monotonic(long now) {
        return now - asleep;
    }

    @Override
    public String toString() {
        return name;
    }
}
