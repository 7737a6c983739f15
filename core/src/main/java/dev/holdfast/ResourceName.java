package dev.holdfast;

import java.nio.charset.StandardCharsets;

/** What may be the name of a resource: any Unicode text of 1 to 512 bytes in UTF-8 without control characters. */
public final class ResourceName {
    public static final int MOST_BYTES = 512;

    private ResourceName() {}

    /** The name itself, if it may be one; else an {@link IllegalArgumentException} that says why not. */
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
        if (name.length() * 3 > MOST_BYTES) {
            int bytes = name.getBytes(StandardCharsets.UTF_8).length;
            if (bytes > MOST_BYTES) {
                throw new IllegalArgumentException("A resource's name must have at most " + MOST_BYTES
                        + " bytes in UTF-8; this one has " + bytes + ".");
            }
        }
        return name;
    }
}
