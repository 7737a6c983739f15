package dev.holdfast.internal.access;

import dev.holdfast.internal.base.Stamp;
import dev.holdfast.internal.rules.AccessToken;
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

/** The replacement of a token's secret: a new token, and an earlier end of the old one, in one change. */
final class Rotation {
    private Rotation() {}

    /** Returns the new token; empty if the old one has ended meanwhile. */
    static Optional<NewToken> of(LockStore store, KnownToken known, Duration grace) {
        Key old = AccessTokens.key(known.name());
        for (int i = 0; i < AccessTokens.TRIES; i++) {
            Reading reading = store.read(List.of(old));
            AccessToken token = AccessTokens.alive(reading.get(old), reading.now());
            if (token == null) {
                return Optional.empty();
            }
            String secret = AccessTokens.secret();
            String name = AccessTokens.name(secret);
            AccessToken next = new AccessToken(
                    token.user(),
                    token.display(),
                    token.rights(),
                    token.label(),
                    token.from(),
                    Stamp.TIME,
                    token.life());
            Change added = Change.put(AccessTokens.key(name), Change.ABSENT, next);
            Change ended = ended(old, reading.version(old), token, reading.now(), grace);
            Result result = store.apply(List.of(Group.of(added, ended))).get(0);
            if (result instanceof Result.Applied applied) {
                AccessToken kept = next.stamped(applied.version(), applied.stamp());
                return Optional.of(new NewToken(secret, new KnownToken(name, kept)));
            }
        }
        throw AccessTokens.busy();
    }

    private static Change ended(Key key, long version, AccessToken token, Instant now, Duration grace) {
        if (grace.isZero()) {
            return Change.delete(key, version);
        }
        Instant until = token.until();
        boolean sooner = until != null && until.isBefore(now.plus(grace));
        Duration life = Duration.between(token.since(), now).plus(grace);
        return sooner ? Change.check(key, version) : Change.put(key, version, token.life(life));
    }
}
