package dev.holdfast.bench;

/**
 * The result of one slice of time.
 *
 * @param count the number of runs of the task, by all threads
 * @param nanos the length of the slice
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
