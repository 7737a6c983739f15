package dev.holdfast.store.etcd;

import org.jspecify.annotations.Nullable;

/**
 * How far the store's time is ahead of this process's monotonic clock, in nanoseconds: at least and at most so much, as known at
 * that reading of the monotonic clock. A server tells how much of a lease is left in full seconds, so that one answer leaves a
 * second open, and several narrow it down.
 */
record EtcdBounds(long least, long most, long at) {
    private static final long SECOND = 1_000_000_000L;
    /** No two clocks worth the name run apart faster than this: one part in that many. */
    private static final long DRIFT = 5_000;

    /**
     * What one answer says.
     *
     * @param left the full seconds left of the lease
     * @param before the monotonic clock before the question
     * @param after the same after the answer
     */
    static EtcdBounds of(long granted, long left, long before, long after) {
        long passed = granted - left;
        return new EtcdBounds((passed - 1) * SECOND - after, passed * SECOND - before, after);
    }

    EtcdBounds agedTo(long moment) {
        long drift = Math.max(0, moment - at) / DRIFT;
        return new EtcdBounds(least - drift, most + drift, Math.max(at, moment));
    }

    /** What both say; null if they contradict each other. */
    @Nullable
    EtcdBounds and(EtcdBounds later) {
        EtcdBounds aged = agedTo(later.at);
        long low = Math.max(aged.least, later.least);
        long high = Math.min(aged.most, later.most);
        return low > high ? null : new EtcdBounds(low, high, later.at);
    }

    /** The least time that can have passed since the lease was granted. */
    long leastAt(long moment) {
        return moment + agedTo(moment).least;
    }

    /** The longest time that can have passed since then. */
    long mostAt(long moment) {
        return moment + agedTo(moment).most;
    }

    long width() {
        return most - least;
    }

    /** How long to wait for the moment at which a question halves what is open: when a full second is expected to pass. */
    long untilTelling(long moment) {
        return SECOND - Math.floorMod(moment + least + width() / 2, SECOND);
    }
}
