package dev.holdfast.internal.base;

import java.lang.Character.UnicodeScript;

/**
 * Text that others wrote: names, notes, reasons. What can steer a terminal or mislead a reader is refused where it comes in, and
 * made visible where it is shown, since records may hold anything that other programs and older versions wrote.
 */
public final class Text {
    private static final String MIXED = " [mixed scripts]";
    /** The mark that makes an emoji of a symbol. */
    private static final char EMOJI = 0xFE0F;
    /** The mark that draws a key around a digit. */
    private static final char KEY = 0x20E3;

    private Text() {}

    /**
     * Returns the text if it may come in: no control characters, no marks that have no width or change the direction of writing,
     * no halves of characters.
     *
     * @param what the text is, for the message
     * @throws IllegalArgumentException if it may not
     */
    public static String require(String what, String text, int longest) {
        if (text.length() > longest) {
            throw new IllegalArgumentException(
                    what + " must have at most " + longest + " characters, not " + text.length() + ".");
        }
        int at = firstHidden(text);
        if (at >= 0) {
            throw new IllegalArgumentException(String.format(
                    "%s must not contain control characters, or marks that are not seen or that change the direction of"
                            + " writing; the one at position %d is U+%04X.",
                    what, at + 1, text.codePointAt(at)));
        }
        return text;
    }

    /** Returns the place of the first character that may not come in, or -1. */
    public static int firstHidden(String text) {
        for (int i = plainPart(text); i < text.length(); ) {
            int c = text.codePointAt(i);
            if (isHiddenAt(text, i)) {
                return i;
            }
            i += Character.charCount(c);
        }
        return -1;
    }

    /** Returns whether all characters are printable ones of ASCII, as nearly always. */
    public static boolean isPlain(String text) {
        return plainPart(text) == text.length();
    }

    /** Returns how many characters from the first on are printable ones of ASCII. */
    private static int plainPart(String text) {
        int i = 0;
        while (i < text.length() && text.charAt(i) >= ' ' && text.charAt(i) <= '~') {
            i++;
        }
        return i;
    }

    /** Returns whether a character steers rather than shows, or is not seen. */
    public static boolean isHidden(int c) {
        return switch (Character.getType(c)) {
            case Character.CONTROL,
                    Character.FORMAT,
                    Character.LINE_SEPARATOR,
                    Character.PARAGRAPH_SEPARATOR,
                    Character.SURROGATE -> true;
            default ->
                switch (c) {
                    // a joiner, fillers and vowels without a shape, and Mongolian variants
                    case 0x034F, 0x115F, 0x1160, 0x17B4, 0x17B5, 0x180B, 0x180C, 0x180D, 0x180F, 0x3164, 0xFFA0 -> true;
                    default -> isVariant(c) || isReserved(c);
                };
        };
    }

    /** Returns whether it selects a variant of the character before it. Any number of them is not seen, and can hold a text. */
    private static boolean isVariant(int c) {
        return (c >= 0xFE00 && c < EMOJI) || (c >= 0xE0100 && c <= 0xE01EF);
    }

    /** Returns whether it is reserved for characters that are not seen. */
    private static boolean isReserved(int c) {
        return c == 0x2065 || (c >= 0xFFF0 && c <= 0xFFF8) || (c >= 0xE0000 && c <= 0xE0FFF);
    }

    /** Returns whether the character there is hidden. The mark that makes an emoji of a symbol is, after anything else. */
    private static boolean isHiddenAt(String text, int at) {
        int c = text.codePointAt(at);
        return isHidden(c) || (c == EMOJI && !isSymbolBefore(text, at));
    }

    private static boolean isSymbolBefore(String text, int at) {
        boolean key = at + 1 < text.length() && text.charAt(at + 1) == KEY;
        return at > 0
                && (key
                        || switch (Character.getType(text.codePointBefore(at))) {
                            case Character.OTHER_SYMBOL,
                                    Character.MATH_SYMBOL,
                                    Character.MODIFIER_SYMBOL,
                                    Character.OTHER_PUNCTUATION,
                                    Character.DASH_PUNCTUATION,
                                    Character.UNASSIGNED -> true; // emoji that are newer than this Java
                            default -> false;
                        });
    }

    /** Returns the text on one line, with every hidden character written as its number in Unicode. */
    public static String shown(String text) {
        return shown(text, "");
    }

    /** Returns the same of several lines, which stay lines, with their tabs. */
    public static String shownLines(String text) {
        return shown(text, "\n\t");
    }

    private static String shown(String text, String kept) {
        int first = firstHidden(text);
        if (first < 0) {
            return text;
        }
        StringBuilder shown = new StringBuilder(text.substring(0, first));
        for (int i = first; i < text.length(); ) {
            int c = text.codePointAt(i);
            if (!isHiddenAt(text, i) || kept.indexOf(c) >= 0) {
                shown.appendCodePoint(c);
            } else if (c == '\n' || c == '\r' || c == '\t') {
                shown.append(' ');
            } else {
                shown.append(String.format(c > 0xFFFF ? "\\u{%X}" : "\\u%04X", c));
            }
            i += Character.charCount(c);
        }
        return shown.toString();
    }

    /** Returns at most so many characters of a text. */
    public static String cut(String text, int longest) {
        return text.length() <= longest ? text : text.substring(0, longest);
    }

    /** Returns the same of a name, marked if letters in one of its words come from scripts that look alike. */
    public static String name(String name) {
        String shown = shown(name);
        return isMixed(name) ? shown + MIXED : shown;
    }

    /** Returns whether a word has letters of several of the scripts whose letters look alike. */
    public static boolean isMixed(String text) {
        UnicodeScript word = null;
        for (int i = text.chars().allMatch(c -> c <= '~') ? text.length() : 0; i < text.length(); ) {
            int c = text.codePointAt(i);
            UnicodeScript script = UnicodeScript.of(c);
            if (!Character.isLetter(c)) {
                word = null;
            } else if (looksAlike(script)) {
                if (word != null && word != script) {
                    return true;
                }
                word = script;
            }
            i += Character.charCount(c);
        }
        return false;
    }

    private static boolean looksAlike(UnicodeScript script) {
        return switch (script) {
            case LATIN, GREEK, CYRILLIC, ARMENIAN, CHEROKEE, COPTIC -> true;
            default -> false;
        };
    }

    /** Returns the number of bytes that a text has in UTF-8. */
    public static int utf8Length(String text) {
        int bytes = 0;
        for (int i = 0; i < text.length(); i++) {
            char unit = text.charAt(i);
            // Half of a pair has four bytes together with the other half.
            bytes += unit < 0x80 ? 1 : unit < 0x800 || Character.isSurrogate(unit) ? 2 : 3;
        }
        return bytes;
    }
}
