package dev.holdfast.internal.base;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A compiled pattern for names. All ways to match are followed side by side, so a match always takes time proportional to the
 * length of the pattern times that of the name.
 */
public final class Glob {
    // A part that is not negative is a character that stands for itself.
    static final int ONE = -1;
    static final int WITHIN = -2;
    static final int ACROSS = -3;
    static final int FOLDERS = -4;
    static final int IN_FOLDER = -5;
    static final int BELOW = -6;
    static final int ZEROS = -7;
    static final int NUMBER = -8;
    static final int MORE_DIGITS = -9;
    static final int TEXT = -10;
    static final int MORE_TEXT = -11;
    static final int FIRST_SET = -100;

    private final int[] parts;
    private final List<Members> sets;

    private Glob(int[] parts, List<Members> sets) {
        this.parts = parts;
        this.sets = List.copyOf(sets);
    }

    /** The characters between brackets, as pairs of the first and the last of each range. */
    record Members(String ranges, boolean others) {
        boolean has(int c) {
            for (int i = 0; i < ranges.length(); ) {
                int first = ranges.codePointAt(i);
                i += Character.charCount(first);
                int last = ranges.codePointAt(i);
                i += Character.charCount(last);
                if (first <= c && c <= last) {
                    return !others;
                }
            }
            return others && c != '/';
        }
    }

    /**
     * Returns whether a resource pattern matches a name: {@code ?} is one character, {@code *} any within a segment, {@code **}
     * any across segments.
     */
    public static boolean matches(String pattern, String name) {
        int at = 0;
        while (at < pattern.length() && pattern.charAt(at) != '*' && pattern.charAt(at) != '?') {
            if (at == name.length() || pattern.charAt(at) != name.charAt(at)) {
                return false; // most patterns end here, and nothing was compiled
            }
            at++;
        }
        if (at == pattern.length()) {
            return at == name.length();
        }
        return (pattern.startsWith("**", at) && at + 2 == pattern.length())
                || resources(pattern.substring(at)).matches(name.substring(at));
    }

    /** Compiles a resource pattern. */
    static Glob resources(String pattern) {
        GlobParts builder = new GlobParts();
        for (int i = 0; i < pattern.length(); i++) {
            int c = pattern.codePointAt(i);
            if (c == '*' && pattern.startsWith("**", i)) {
                builder.across();
                i++;
            } else if (c == '*') {
                builder.within();
            } else if (c == '?') {
                builder.one();
            } else {
                builder.literal(c);
                i += Character.charCount(c) - 1;
            }
        }
        return builder.build();
    }

    /** Returns whether it matches all of the name. */
    public boolean matches(String name) {
        return run(name).matched();
    }

    /** Returns whether it matches some name that begins with that text. */
    public boolean matchesBeyond(String text) {
        return run(text).alive();
    }

    /** Returns the lengths of those beginnings of the name that it matches. */
    public BitSet matchedLengths(String name) {
        return run(name).ends();
    }

    /**
     * Returns what fills the gap of a name that it matches, empty if it has no gap, or null if it does not match. Where several
     * texts would do, it is the one that begins last; of those, the longest number or the shortest text.
     */
    public @Nullable String gapIn(String name) {
        return run(name).gap();
    }

    /** Returns the number of parts that a match has to follow. */
    public int size() {
        return parts.length;
    }

    GlobRun run(String name) {
        GlobRun run = new GlobRun(parts, sets, name);
        run.follow();
        return run;
    }

    /** Puts a pattern together, from left to right. Not thread-safe. */
    public static final class GlobParts {
        private int[] parts = new int[32];
        private int size;
        private final List<Members> sets = new ArrayList<>();

        private GlobParts add(int part) {
            if (size == parts.length) {
                parts = Arrays.copyOf(parts, 2 * size);
            }
            parts[size++] = part;
            return this;
        }

        /** Adds text that stands for itself. */
        public GlobParts literal(String text) {
            for (int i = 0; i < text.length(); i += Character.charCount(text.codePointAt(i))) {
                add(text.codePointAt(i));
            }
            return this;
        }

        /** Adds a character that stands for itself. */
        public GlobParts literal(int c) {
            return add(c);
        }

        /** Adds one character other than a slash. */
        public GlobParts one() {
            return add(ONE);
        }

        /** Adds one character out of ranges, or one out of none of them. */
        public GlobParts oneOf(String ranges, boolean others) {
            sets.add(new Members(ranges, others));
            return add(FIRST_SET - sets.size() + 1);
        }

        /** Adds any text without a slash. */
        public GlobParts within() {
            return size > 0 && parts[size - 1] == WITHIN ? this : add(WITHIN);
        }

        /** Adds any text. */
        public GlobParts across() {
            return size > 0 && parts[size - 1] == ACROSS ? this : add(ACROSS);
        }

        /** Adds any number of folders, each with the slash behind it. */
        public GlobParts folders() {
            return add(FOLDERS).add(IN_FOLDER);
        }

        /** Adds nothing, or a slash and any text behind it. */
        public GlobParts below() {
            return add(BELOW).add(ACROSS);
        }

        /** Adds any number of zeros. */
        public GlobParts zeros() {
            return add(ZEROS);
        }

        /** Adds the gap: a number. */
        public GlobParts number() {
            return add(NUMBER).add(MORE_DIGITS);
        }

        /** Adds the gap: a text without a slash. */
        public GlobParts text() {
            return add(TEXT).add(MORE_TEXT);
        }

        public Glob build() {
            return new Glob(Arrays.copyOf(parts, size), sets);
        }
    }
}
