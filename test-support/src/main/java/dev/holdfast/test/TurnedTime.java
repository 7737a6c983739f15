package dev.holdfast.test;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;

/** The wall clock and the monotonic clock of a test. Both show the same time, and move together. */
final class TurnedTime implements InstantSource {
    private volatile Instant now;

    TurnedTime(Instant start) {
        now = start;
    }

    @Override
    public Instant instant() {
        return now;
    }

    long nanos() {
        return ChronoUnit.NANOS.between(Instant.EPOCH, now);
    }

    synchronized void turn(Duration by) {
        now = now.plus(by);
    }
}
