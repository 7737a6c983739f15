package dev.holdfast.bench.http;

/**
 * The result of one slice of time.
 *
 * @param answers the number of answers
 * @param nanos the length of the slice
 * @param cpuNanos the processor time that the load itself used in it
 */
public record Turn(long answers, long nanos, long cpuNanos) {}
