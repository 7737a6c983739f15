package dev.holdfast.internal.base;

import java.nio.charset.StandardCharsets;
import java.text.Normalizer;

/** The rules for the names of resources: any Unicode text of 1 to 512 bytes in UTF-8 without control characters. */
public final class ResourceName {
    public static final int MAX_BYTES = 512;

    private ResourceName() {}

    /**
     * Returns the name of something to be acquired, if it may be one: nothing in it is hidden, and its characters are composed as
     * Unicode's form NFC has them. Another form of the same name would be another lock, and look the same.
     *
     * @throws IllegalArgumentException if it may not
     */
    public static String requireNew(String name) {
        require(name);
        if (Text.isPlain(name)) {
            return name;
        }
        int at = Text.firstHidden(name);
        if (at >= 0) {
            throw new IllegalArgumentException(String.format(
                    "A resource's name must not contain marks that are not seen or that change the direction of writing;"
                            + " the one at position %d is U+%04X.",
                    at + 1, name.codePointAt(at)));
        }
        requireComposed("A resource's name", name);
        return name;
    }

    /** Throws an {@link IllegalArgumentException} if a name is not in Unicode's form NFC. */
    public static void requireComposed(String what, String name) {
        for (int i = 0; i < name.length(); i++) {
            if (name.charAt(i) > '~') {
                if (!Normalizer.isNormalized(name, Normalizer.Form.NFC)) {
                    throw new IllegalArgumentException(what + " must be in Unicode's form NFC: write accents as one"
                            + " character together with their letters.");
                }
                return;
            }
        }
    }

    /**
     * Returns the name if it is allowed.
     *
     * @throws IllegalArgumentException if it is not; the message says why
     */
    public static String require(String name) {
        if (name.isEmpty()) {
            throw new IllegalArgumentException("A resource needs a name of at least one character.");
        }
        for (int i = 0; i < name.length(); i++) {
            char c = name.charAt(i);
            if (Character.isISOControl(c)) {
                throw new IllegalArgumentException(String.format(
                        "A resource's name must not contain control characters; the one at position %d is U+%04X.",
                        i + 1, (int) c));
            }
            if (Character.isSurrogate(c)) {
                if (!Character.isHighSurrogate(c)
                        || i + 1 == name.length()
                        || !Character.isLowSurrogate(name.charAt(i + 1))) {
                    throw new IllegalArgumentException(
                            "A resource's name must be valid Unicode; half of a surrogate pair"
                                    + " stands alone at position " + (i + 1) + ".");
                }
                i++;
            }
        }
        if (name.length() * 3 > MAX_BYTES) {
            int bytes = name.getBytes(StandardCharsets.UTF_8).length;
            if (bytes > MAX_BYTES) {
                throw new IllegalArgumentException("A resource's name must have at most " + MAX_BYTES
                        + " bytes in UTF-8; this one has " + bytes + ".");
            }
        }
        return name;
    }
}
