package dev.holdfast.store.etcd;

import org.jspecify.annotations.Nullable;

/**
 * The bounds of how far the store's time is ahead of this process's monotonic clock, in nanoseconds, as known at that reading
 * of the monotonic clock. A server reports how much of a lease is left in full seconds, so that one answer leaves a second
 * open, and several narrow it down.
 */
record EtcdBounds(long least, long most, long at) {
    private static final long SECOND = 1_000_000_000L;
    /** No two clocks worth the name run apart faster than this: one part in that many. */
    private static final long DRIFT = 5_000;

    /**
     * Returns the bounds from one answer.
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

    /** Returns the bounds from both; null if they contradict each other. */
    @Nullable
    EtcdBounds and(EtcdBounds later) {
        EtcdBounds aged = agedTo(later.at);
        long low = Math.max(aged.least, later.least);
        long high = Math.min(aged.most, later.most);
        return low > high ? null : new EtcdBounds(low, high, later.at);
    }

    /** Returns the minimum time that can have passed since the lease was granted. */
    long leastAt(long moment) {
        return moment + agedTo(moment).least;
    }

    /** Returns the maximum time that can have passed since then. */
    long mostAt(long moment) {
        return moment + agedTo(moment).most;
    }

    long width() {
        return most - least;
    }

    /** Returns how long to wait for the moment at which a question halves what is open: when a full second is expected to pass. */
    long untilTelling(long moment) {
        return SECOND - Math.floorMod(moment + least + width() / 2, SECOND);
    }
}
