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
        return new OwnerSource() {
            @Override
            public Owner known() {
                return owner;
            }

            @Override
            public Owner taking() {
                return owner;
            }

            @Override
            public boolean lives() {
                return true;
            }

            @Override
            public OwnerSource elsewhere() {
                return this;
            }
        };
    }
}
