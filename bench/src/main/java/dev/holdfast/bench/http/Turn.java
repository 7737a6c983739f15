package dev.holdfast.bench.http;

/**
 * What came of one slice of time.
 *
 * @param answers how many there were
 * @param nanos how long it took
 * @param cpuNanos the processor time that the load itself used in it
 */
public record Turn(long answers, long nanos, long cpuNanos) {}
