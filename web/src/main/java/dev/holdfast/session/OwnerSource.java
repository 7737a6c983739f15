package dev.holdfast.session;

import dev.holdfast.Owner;
import java.time.ZoneId;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Identifies the current owner. */
public interface OwnerSource {

    /** Returns the owner, if it is known without creating a session; else null. */
    @Nullable
    Owner known();

    /**
     * Returns the owner for acquiring a lock. From then on, the end of the session releases its locks.
     *
     * @throws IllegalStateException if a session cannot be created any more
     */
    Owner taking();

    /** Returns whether the end of the session will release new locks; false if it has already ended. */
    boolean lives();

    /** Returns the time zone of the user, for messages. */
    default ZoneId zone() {
        return ZoneId.systemDefault();
    }

    /** Returns the language of the user, for messages; the root for English. */
    default Locale locale() {
        return Locale.ROOT;
    }

    /** Returns the same for work in other threads, when the request may be over. */
    OwnerSource elsewhere();

    /** Returns the source of an owner that does not end. */
    static OwnerSource of(Owner owner) {
        return of(owner, ZoneId.systemDefault(), Locale.ROOT);
    }

    /** Returns the source of an owner that does not end, with the zone and the language of its user. */
    static OwnerSource of(Owner owner, ZoneId zone, Locale locale) {
        return new LastingOwner(owner, zone, locale);
    }
}
