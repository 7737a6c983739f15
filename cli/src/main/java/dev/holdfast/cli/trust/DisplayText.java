package dev.holdfast.cli.trust;

import dev.holdfast.internal.base.Text;

/** Text from a file of a stranger, made fit to be shown: without secrets, and on one line. */
final class DisplayText {
    private static final int MAX_LENGTH = 200;
    private static final String HIDDEN = "…";

    private DisplayText() {}

    static String part(String key, String value) {
        String shown = key.equals("store") ? address(value) : key.endsWith(".sign-in.key") ? HIDDEN : value;
        return plain(shown.isEmpty() ? key : key + ": " + shown);
    }

    /**
     * Returns an address without user, password and options. If they cannot be separated with certainty, returns only the
     * scheme: a stranger could write an address that shows another host than it leads to.
     */
    private static String address(String address) {
        int begin = address.indexOf("://");
        if (begin < 0) {
            return address;
        }
        String scheme = address.substring(0, begin + 3);
        String rest = address.substring(begin + 3);
        int at = rest.indexOf('@');
        if (at != rest.lastIndexOf('@') || rest.chars().limit(Math.max(0, at)).anyMatch(c -> "/?#\\".indexOf(c) >= 0)) {
            return scheme + HIDDEN;
        }
        int options = rest.indexOf('?');
        return scheme + rest.substring(at + 1, options < 0 ? rest.length() : options);
    }

    /** Returns the text without escape sequences and direction marks, which could make a line show something else. */
    static String plain(String text) {
        return Text.shown(text.length() > MAX_LENGTH ? text.substring(0, MAX_LENGTH) + HIDDEN : text);
    }
}
