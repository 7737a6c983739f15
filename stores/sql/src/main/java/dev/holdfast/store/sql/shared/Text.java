package dev.holdfast.store.sql.shared;

import java.util.HexFormat;

/** Names as databases can keep them. */
public final class Text {
    private static final char ESCAPE = 1;

    private Text() {}

    /**
     * Returns the text in a form that every database keeps and that no two texts share. It is the text itself except where
     * UTF-8 or databases have no form: zero and half a pair become U+0001 and four digits, and so does U+0001.
     */
    public static String plain(String text) {
        for (int i = 0; i < text.length(); i++) {
            if (mustEscape(text, i)) {
                return escaped(text);
            }
        }
        return text;
    }

    private static String escaped(String text) {
        StringBuilder plain = new StringBuilder(text.length() + 16);
        for (int i = 0; i < text.length(); i++) {
            if (mustEscape(text, i)) {
                plain.append(ESCAPE).append(HexFormat.of().toHexDigits(text.charAt(i)));
            } else {
                plain.append(text.charAt(i));
            }
        }
        return plain.toString();
    }

    private static boolean mustEscape(String text, int at) {
        char c = text.charAt(at);
        if (!Character.isSurrogate(c)) {
            return c <= ESCAPE;
        }
        return Character.isHighSurrogate(c)
                ? at + 1 == text.length() || !Character.isLowSurrogate(text.charAt(at + 1))
                : at == 0 || !Character.isHighSurrogate(text.charAt(at - 1));
    }
}
