package dev.holdfast.testkit;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;

/** A clock that stands still until it is told to move, in either direction. Safe for many threads. */
public final class FakeTime implements InstantSource {
    private volatile Instant now;

    private FakeTime(Instant start) {
        now = start;
    }

    /** A clock that shows some working day's morning. */
    public static FakeTime create() {
        return at(Instant.parse("2026-03-02T09:15:30.123456Z"));
    }

    public static FakeTime at(Instant start) {
        return new FakeTime(start);
    }

    @Override
    public Instant instant() {
        return now;
    }

    public synchronized void set(Instant moment) {
        now = moment;
    }

    public synchronized void advance(Duration by) {
        now = now.plus(by);
    }

    /** As when somebody corrects a clock that was fast. */
    public synchronized void jumpBack(Duration by) {
        now = now.minus(by);
    }
}
