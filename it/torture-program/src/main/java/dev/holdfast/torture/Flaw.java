package dev.holdfast.torture;

import java.util.Locale;

/** A planted defect. Each must be found, or the judge is worth nothing. */
enum Flaw {
    NONE,
    /** One thread of each process writes without a lock, with the last fence that it had. */
    NO_LOCK,
    /** Workers do not notice that a hold was lost. */
    DEAF,
    /** The store now and then writes over a record that has changed since it was read. */
    BLIND;

    static Flaw named(String word) {
        for (Flaw flaw : values()) {
            if (flaw.word().equals(word)) {
                return flaw;
            }
        }
        throw new IllegalArgumentException("There is no flaw '" + word + "'. Choose no-lock, deaf or blind.");
    }

    String word() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
