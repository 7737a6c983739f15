package dev.holdfast.bench;

/**
 * What came of one slice of time.
 *
 * @param count how often the task was done, by all threads
 * @param nanos how long the slice took
 * @param cpuNanos the processor time that the threads used in it
 * @param bytes the memory that they allocated
 */
record Sample(long count, long nanos, long cpuNanos, long bytes) {
    double perSecond() {
        return count * 1e9 / nanos;
    }

    double perCpuSecond() {
        return count * 1e9 / cpuNanos;
    }

    double bytesEach() {
        return (double) bytes / count;
    }
}
