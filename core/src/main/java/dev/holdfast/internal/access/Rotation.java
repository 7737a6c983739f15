package dev.holdfast.internal.access;

import dev.holdfast.internal.base.Stamp;
import dev.holdfast.internal.rules.Pass;
import dev.holdfast.spi.Change;
import dev.holdfast.spi.Group;
import dev.holdfast.spi.Key;
import dev.holdfast.spi.LockStore;
import dev.holdfast.spi.Reading;
import dev.holdfast.spi.Result;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** The replacement of a token's secret: a new pass, and an earlier end of the old one, in one change. */
final class Rotation {
    private Rotation() {}

    /** Returns the new token; empty if the old one has ended meanwhile. */
    static Optional<NewPass> of(LockStore store, KnownPass known, Duration grace) {
        Key old = Passes.key(known.name());
        for (int i = 0; i < Passes.TRIES; i++) {
            Reading reading = store.read(List.of(old));
            Pass pass = Passes.alive(reading.get(old), reading.now());
            if (pass == null) {
                return Optional.empty();
            }
            String secret = Passes.secret();
            String name = Passes.name(secret);
            Pass next = new Pass(
                    pass.user(), pass.display(), pass.rights(), pass.label(), pass.from(), Stamp.TIME, pass.life());
            Change added = Change.put(Passes.key(name), Change.ABSENT, next);
            Change ended = ended(old, reading.version(old), pass, reading.now(), grace);
            Result result = store.apply(List.of(Group.of(added, ended))).get(0);
            if (result instanceof Result.Applied applied) {
                Pass kept = next.stamped(applied.version(), applied.stamp());
                return Optional.of(new NewPass(secret, new KnownPass(name, kept)));
            }
        }
        throw Passes.busy();
    }

    private static Change ended(Key key, long version, Pass pass, Instant now, Duration grace) {
        if (grace.isZero()) {
            return Change.delete(key, version);
        }
        Instant until = pass.until();
        boolean sooner = until != null && until.isBefore(now.plus(grace));
        Duration life = Duration.between(pass.since(), now).plus(grace);
        return sooner ? Change.check(key, version) : Change.put(key, version, pass.life(life));
    }
}
