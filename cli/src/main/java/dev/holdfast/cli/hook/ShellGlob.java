package dev.holdfast.cli.hook;

import dev.holdfast.internal.base.Glob;

/** A pattern for the name of a file, as shells have it: {@code *}, {@code ?} and {@code [a-z]}, and a backslash before any of them. */
final class ShellGlob {
    private ShellGlob() {}

    static Glob compile(String pattern) {
        Glob.GlobParts builder = new Glob.GlobParts();
        for (int i = 0; i < pattern.length(); i++) {
            int c = pattern.codePointAt(i);
            int close = c == '[' ? closing(pattern, i) : -1;
            if (c == '*') {
                builder.within();
            } else if (c == '?') {
                builder.one();
            } else if (close > 0) {
                set(pattern.substring(i + 1, close), builder);
                i = close;
            } else {
                if (c == '\\' && i + 1 < pattern.length()) {
                    i++;
                    c = pattern.codePointAt(i);
                }
                builder.literal(c);
                i += Character.charCount(c) - 1;
            }
        }
        return builder.build();
    }

    /** Returns the index of the bracket that closes the one at that index, or -1. A bracket in first position is a member. */
    private static int closing(String pattern, int open) {
        int first = open + 1;
        if (first < pattern.length() && isNegation(pattern.charAt(first))) {
            first++;
        }
        return pattern.indexOf(']', first + 1);
    }

    private static boolean isNegation(char c) {
        return c == '!' || c == '^';
    }

    private static void set(String members, Glob.GlobParts builder) {
        boolean others = isNegation(members.charAt(0));
        StringBuilder ranges = new StringBuilder();
        int[] each = members.substring(others ? 1 : 0).codePoints().toArray();
        for (int i = 0; i < each.length; i++) {
            boolean range = i + 2 < each.length && each[i + 1] == '-';
            ranges.appendCodePoint(each[i]).appendCodePoint(each[range ? i + 2 : i]);
            i += range ? 2 : 0;
        }
        builder.oneOf(ranges.toString(), others);
    }
}
