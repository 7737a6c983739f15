package dev.holdfast.store.sql.mariadb;

import dev.holdfast.internal.base.NameBytes;
import dev.holdfast.spi.Key;
import dev.holdfast.store.sql.shared.Micros;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.zip.CRC32;
import org.jspecify.annotations.Nullable;

/**
 * A key as our tables have it.
 *
 * @param guard the row that is locked while its record is changed; all clients that change records must agree on it
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
record MariaKey(String kind, byte[] name, int guard) {
    /** The longest name that an index can have. */
    static final int MAX_NAME = 3000;

    private static final int GUARDS = 65_536;
    /** Leaves room to add to it. */
    private static final long LATEST = Long.MAX_VALUE / 4;

    /** @throws IllegalArgumentException if its name is too long */
    static MariaKey of(Key key) {
        byte[] name = NameBytes.bytes(key.name());
        if (name.length > MAX_NAME) {
            throw new IllegalArgumentException("The name of the " + key.kind() + " record '"
                    + key.name().substring(0, 40) + "…' has " + name.length + " bytes: MariaDB keeps names of up to "
                    + MAX_NAME + ".");
        }
        String kind = key.kind().stored();
        CRC32 sum = new CRC32();
        sum.update(kind.getBytes(StandardCharsets.US_ASCII));
        sum.update('/');
        sum.update(name);
        return new MariaKey(kind, name, (int) (sum.getValue() % GUARDS));
    }

    /** Returns a time that is due, as a row keeps it. */
    static @Nullable Long micros(@Nullable Instant time) {
        return time == null ? null : Math.min(LATEST, Micros.of(time));
    }

    static @Nullable Long micros(@Nullable Duration time) {
        return time == null ? null : Math.min(LATEST, Micros.of(Instant.EPOCH.plus(time)));
    }
}
