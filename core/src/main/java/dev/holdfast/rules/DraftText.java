package dev.holdfast.rules;

/**
 * Unfinished text as its author sends it.
 *
 * @param author the user whose text it is, or empty where users do not sign in
 * @param revision counts up with every change the author makes
 */
public record DraftText(String author, long revision, String content) {
    /** More does not fit into a record of every store. */
    public static final int MOST_BYTES = 1 << 16;

    public DraftText {
        Bounds.text("The author of a draft", author, Bounds.PERSON);
        if (revision < 0) {
            throw new IllegalArgumentException("The revision of a draft counts up from 0, not from " + revision + ".");
        }
        if (isTooLong(content)) {
            throw new IllegalArgumentException("A draft has at most " + MOST_BYTES + " bytes in UTF-8: keep longer"
                    + " texts elsewhere, and their address here.");
        }
    }

    public static boolean isTooLong(String content) {
        if (content.length() > MOST_BYTES) {
            return true;
        }
        int bytes = 0;
        for (int i = 0; i < content.length(); i++) {
            char unit = content.charAt(i);
            // Half of a pair has four bytes together with the other half.
            bytes += unit < 0x80 ? 1 : unit < 0x800 || Character.isSurrogate(unit) ? 2 : 3;
        }
        return bytes > MOST_BYTES;
    }
}
