package dev.holdfast.testkit;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.atomic.AtomicReference;

/** A clock that stands still until it is told to move, in either direction. Safe for many threads. */
public final class FakeTime implements InstantSource {
    private final AtomicReference<Instant> now;

    private FakeTime(Instant start) {
        now = new AtomicReference<>(start);
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
        return now.get();
    }

    public void set(Instant moment) {
        now.set(moment);
    }

    public void advance(Duration by) {
        now.updateAndGet(moment -> moment.plus(by));
    }

    /** As when somebody corrects a clock that was fast. */
    public void jumpBack(Duration by) {
        now.updateAndGet(moment -> moment.minus(by));
    }
}
