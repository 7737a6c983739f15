package dev.holdfast.rules;

/** Resource patterns: {@code ?} one character, {@code *} any within a segment, {@code **} any across segments. */
final class Glob {
    private Glob() {}

    static boolean matches(String pattern, String name) {
        return pattern.equals("**") || matches(pattern, 0, name, 0);
    }

    private static boolean matches(String pattern, int p, String name, int n) {
        int at = n;
        for (int i = p; i < pattern.length(); i++) {
            char c = pattern.charAt(i);
            if (c == '*') {
                boolean across = i + 1 < pattern.length() && pattern.charAt(i + 1) == '*';
                return star(pattern, i + (across ? 2 : 1), name, at, across);
            }
            if (at >= name.length() || !(c == name.charAt(at) || (c == '?' && name.charAt(at) != '/'))) {
                return false;
            }
            at++;
        }
        return at == name.length();
    }

    private static boolean star(String pattern, int rest, String name, int from, boolean across) {
        for (int end = from; end <= name.length(); end++) {
            if (matches(pattern, rest, name, end)) {
                return true;
            }
            if (end < name.length() && name.charAt(end) == '/' && !across) {
                return false;
            }
        }
        return false;
    }
}
