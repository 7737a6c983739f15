package dev.holdfast.session;

import dev.holdfast.rules.Owner;
import java.time.ZoneId;
import org.jspecify.annotations.Nullable;

/** Knows who acts. */
public interface OwnerSource {

    /** Whoever acts, as far as that is known without beginning a session; else null. */
    @Nullable
    Owner known();

    /**
     * Whoever acts, to take a lock: from here on, the end of the session releases it.
     *
     * @throws IllegalStateException if there can be no session any more
     */
    Owner taking();

    /** Whether what was taken meanwhile will be released at the end of the session; false if that is over already. */
    boolean lives();

    /** In which time zone whoever acts is told times. */
    default ZoneId zone() {
        return ZoneId.systemDefault();
    }

    /** The same for work that goes on in other threads, when the request may be over. */
    OwnerSource elsewhere();

    /** One that outlives whatever is done here. */
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
