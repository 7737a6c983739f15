package dev.holdfast.cli.trust;

/** Text from a file of a stranger, made fit to be shown: without secrets, and on one line. */
final class Shown {
    private static final int LONGEST = 200;
    private static final String HIDDEN = "…";

    private Shown() {}

    static String part(String key, String value) {
        String shown = key.equals("store") ? address(value) : key.endsWith(".sign-in.key") ? HIDDEN : value;
        return plain(shown.isEmpty() ? key : key + ": " + shown);
    }

    /** Returns an address without user, password and options. Where these cannot be told apart, only its scheme. */
    private static String address(String address) {
        int begin = address.indexOf("://");
        if (begin < 0) {
            return address;
        }
        String scheme = address.substring(0, begin + 3);
        String rest = address.substring(begin + 3);
        int at = rest.lastIndexOf('@');
        int options = rest.indexOf('?');
        if (at > options && options >= 0) {
            return scheme + HIDDEN;
        }
        return scheme + rest.substring(at + 1, options < 0 ? rest.length() : options);
    }

    /** Escape sequences and characters that turn the direction could make a line say something else. */
    static String plain(String text) {
        StringBuilder plain = new StringBuilder();
        text.codePoints().limit(LONGEST).forEach(c -> {
            int type = Character.getType(c);
            boolean hidden = type == Character.CONTROL
                    || type == Character.FORMAT
                    || type == Character.LINE_SEPARATOR
                    || type == Character.PARAGRAPH_SEPARATOR
                    || type == Character.SURROGATE;
            plain.appendCodePoint(hidden ? '?' : c);
        });
        return plain.length() < text.length() && text.codePointCount(0, text.length()) > LONGEST
                ? plain + HIDDEN
                : plain.toString();
    }
}
