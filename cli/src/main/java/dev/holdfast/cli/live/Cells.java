package dev.holdfast.cli.live;

/** Text in the cells of a terminal, of which a character may take none, one or two. */
final class Cells {
    private static final String CUT = "…";
    /** The first and last characters of the scripts and symbols that take two cells. */
    private static final int[] WIDE = {
        0x1100, 0x115F, 0x2E80, 0xA4CF, 0xAC00, 0xD7A3, 0xF900, 0xFAFF, 0xFE30, 0xFE6F, 0xFF00, 0xFF60, 0xFFE0, 0xFFE6,
        0x1F300, 0x1FAFF, 0x20000, 0x3FFFD
    };

    private Cells() {}

    /** Returns the text cut off or filled up with blanks, so that it takes exactly that many cells. */
    static String fit(String text, int cells) {
        if (cells <= 0) {
            return "";
        }
        boolean cut = width(text) > cells;
        int room = cut ? cells - 1 : cells;
        StringBuilder fitted = new StringBuilder();
        int used = 0;
        for (int at = 0; at < text.length(); at += Character.charCount(text.codePointAt(at))) {
            int c = text.codePointAt(at);
            if (used + width(c) > room) {
                break;
            }
            fitted.appendCodePoint(c);
            used += width(c);
        }
        if (cut) {
            fitted.append(CUT);
            used++;
        }
        return fitted.append(" ".repeat(cells - used)).toString();
    }

    static int width(String text) {
        return text.codePoints().map(Cells::width).sum();
    }

    private static int width(int c) {
        int type = Character.getType(c);
        if (type == Character.NON_SPACING_MARK || type == Character.ENCLOSING_MARK || type == Character.FORMAT) {
            return 0;
        }
        for (int i = 0; i < WIDE.length; i += 2) {
            if (c >= WIDE[i] && c <= WIDE[i + 1]) {
                return 2;
            }
        }
        return 1;
    }
}
