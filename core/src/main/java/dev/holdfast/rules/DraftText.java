package dev.holdfast.rules;

import java.nio.charset.StandardCharsets;

/**
 * Unfinished text as its author sends it.
 *
 * @param author the user whose text it is, or empty where nobody signs in
 * @param revision counts up with every change the author makes
 */
public record DraftText(String author, long revision, String content) {
    /** More does not fit into a record of every store. */
    public static final int MOST_BYTES = 1 << 16;

    public DraftText {
        if (revision < 0) {
            throw new IllegalArgumentException("The revision of a draft counts up from 0, not from " + revision + ".");
        }
        if (isTooLong(content)) {
            throw new IllegalArgumentException("A draft has at most " + MOST_BYTES + " bytes in UTF-8: keep longer"
                    + " texts elsewhere, and their address here.");
        }
    }

    public static boolean isTooLong(String content) {
        return content.length() > MOST_BYTES || content.getBytes(StandardCharsets.UTF_8).length > MOST_BYTES;
    }
}
