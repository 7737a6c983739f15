package dev.holdfast.store.redis;

import dev.holdfast.internal.base.StoreAddress;
import java.util.Locale;

/** The reaction to a server whose configuration may lose locks. */
enum Concern {
    REFUSE,
    WARN,
    IGNORE;

    static Concern of(StoreAddress address, String option, Concern otherwise) {
        String value = address.option(option, otherwise.name().toLowerCase(Locale.ROOT));
        for (Concern concern : values()) {
            if (concern.name().toLowerCase(Locale.ROOT).equals(value)) {
                return concern;
            }
        }
        throw new IllegalArgumentException("The option " + option + " of the address " + address
                + " is refuse, warn or ignore, not '" + value + "'.");
    }
}
