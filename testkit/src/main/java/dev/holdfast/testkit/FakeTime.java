package dev.holdfast.testkit;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;

/** A clock that stands still until a test moves it, in either direction. Safe for many threads. */
public final class FakeTime implements InstantSource {
    private volatile Instant now;

    private FakeTime(Instant start) {
        now = start;
    }

    /** Creates a clock that shows the morning of a working day. */
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

    /** Sets the clock back, as when a fast clock is corrected. */
    public synchronized void jumpBack(Duration by) {
        now = now.minus(by);
    }
}
