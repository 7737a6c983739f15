package dev.holdfast.internal.base;

import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One match of a {@link Glob}: the parts that the characters read so far may lead to. Each is kept once, with the best gap that
 * leads there: a larger number is better. Its upper half is where the gap begins, its lower half says how good its end is.
 */
final class GlobRun {
    private static final long NOT = -1;
    private static final int HALF = 32;

    private final int[] parts;
    private final List<Glob.Members> sets;
    private final String name;
    private final BitSet ends = new BitSet();
    private long[] now;
    private long[] next;
    private long steps;

    GlobRun(int[] parts, List<Glob.Members> sets, String name) {
        this.parts = parts;
        this.sets = sets;
        this.name = name;
        this.now = new long[parts.length + 1];
        this.next = new long[parts.length + 1];
    }

    /** Reads the name once, from left to right. */
    void follow() {
        Arrays.fill(now, NOT);
        now[0] = 0;
        skip(0);
        boolean goesOn = true;
        for (int at = 0; at < name.length() && goesOn; ) {
            int c = name.codePointAt(at);
            Arrays.fill(next, NOT);
            goesOn = read(c, at);
            long[] free = now;
            now = next;
            next = free;
            at += Character.charCount(c);
            skip(at);
        }
    }

    /** Returns whether the character fits anywhere. */
    private boolean read(int c, int at) {
        boolean fits = false;
        for (int i = 0; i < parts.length; i++) {
            steps++;
            if (now[i] != NOT) {
                int to = after(i, c);
                if (to >= 0) {
                    fits = true;
                    boolean begins = parts[i] == Glob.NUMBER || parts[i] == Glob.TEXT;
                    next[to] = Math.max(next[to], begins ? (long) (at + 1) << HALF : now[i]);
                }
            }
        }
        return fits;
    }

    /** Returns the part that comes next if that character is read at this one, or -1 if it does not fit. */
    private int after(int i, int c) {
        int part = parts[i];
        if (part >= 0) {
            return part == c ? i + 1 : -1;
        }
        return switch (part) {
            case Glob.ONE, Glob.TEXT -> c == '/' ? -1 : i + 1;
            case Glob.WITHIN, Glob.MORE_TEXT -> c == '/' ? -1 : i;
            case Glob.ACROSS -> i;
            case Glob.FOLDERS -> c == '/' ? -1 : i + 1;
            case Glob.IN_FOLDER -> c == '/' ? i - 1 : i;
            case Glob.BELOW -> c == '/' ? i + 1 : -1;
            case Glob.ZEROS -> c == '0' ? i : -1;
            case Glob.NUMBER -> c < '0' || c > '9' ? -1 : i + 1;
            case Glob.MORE_DIGITS -> c < '0' || c > '9' ? -1 : i;
            default -> sets.get(Glob.FIRST_SET - part).has(c) ? i + 1 : -1;
        };
    }

    /** Goes on to parts that are reached without reading anything, since those before them may be over. */
    private void skip(int at) {
        for (int i = 0; i < parts.length; i++) {
            steps++;
            if (now[i] != NOT) {
                switch (parts[i]) {
                    case Glob.WITHIN, Glob.ACROSS, Glob.ZEROS -> now[i + 1] = Math.max(now[i + 1], now[i]);
                    case Glob.FOLDERS, Glob.BELOW -> now[i + 2] = Math.max(now[i + 2], now[i]);
                    case Glob.MORE_DIGITS -> now[i + 1] = Math.max(now[i + 1], now[i] | at);
                    case Glob.MORE_TEXT -> now[i + 1] = Math.max(now[i + 1], now[i] | (name.length() - at));
                    default -> {
                        // has to read a character
                    }
                }
            }
        }
        if (matched()) {
            ends.set(at);
        }
    }

    /** Returns whether all of the parts have been followed to their end. */
    boolean matched() {
        return now[parts.length] != NOT;
    }

    /** Returns whether anything could still come of it. */
    boolean alive() {
        for (long state : now) {
            if (state != NOT) {
                return true;
            }
        }
        return false;
    }

    BitSet ends() {
        return ends;
    }

    @Nullable
    String gap() {
        long best = now[parts.length];
        if (best <= 0) {
            return best == NOT ? null : "";
        }
        int start = (int) (best >>> HALF) - 1;
        int rank = (int) best;
        return name.substring(start, isNumber() ? rank : name.length() - rank);
    }

    private boolean isNumber() {
        for (int part : parts) {
            if (part == Glob.NUMBER) {
                return true;
            }
        }
        return false;
    }

    /** Returns how often a part was looked at. */
    long steps() {
        return steps;
    }
}
