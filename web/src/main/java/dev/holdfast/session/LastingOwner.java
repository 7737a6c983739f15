package dev.holdfast.session;

import dev.holdfast.Owner;
import java.time.ZoneId;
import java.util.Locale;

/** An owner that does not end. Its locks end when they are released, or with their leases. */
record LastingOwner(Owner known, ZoneId zone, Locale locale) implements OwnerSource {
    @Override
    public Owner taking() {
        return known;
    }

    @Override
    public boolean lives() {
        return true;
    }

    @Override
    public OwnerSource elsewhere() {
        return this;
    }
}
