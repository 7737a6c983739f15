package dev.holdfast.store.file.sidecar;

import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;

/** The store's time of one change, and the version that goes with it: no smaller than its microseconds, and always growing. */
record Moment(Instant stamp, long version) {
    static Instant now(InstantSource clock) {
        return clock.instant().truncatedTo(ChronoUnit.MICROS);
    }

    static Moment next(InstantSource clock, Ledger ledger) {
        Instant stamp = now(clock);
        return new Moment(stamp, ledger.nextVersion(ChronoUnit.MICROS.between(Instant.EPOCH, stamp)));
    }
}
