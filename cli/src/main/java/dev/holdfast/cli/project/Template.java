package dev.holdfast.cli.project;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A name with at most one gap: {@code Chapter_{chapter:02}} stands for {@code Chapter_01}, {@code Chapter_02} and so on. A gap
 * with a width takes numbers, filled up with zeros; one without takes any text.
 *
 * @param parameter what the gap is called, or empty if there is none
 * @param width the least number of digits, or 0 for any text
 */
record Template(String before, String parameter, int width, String after) {
    static final Pattern GAP = Pattern.compile("\\{([A-Za-z][A-Za-z0-9_-]*)(?::0([1-9]))?}");

    /** @throws IllegalArgumentException if it has two gaps, or half of one */
    static Template parse(String text) {
        Matcher gap = GAP.matcher(text);
        if (!gap.find()) {
            return new Template(wholeBraces(text), "", 0, "");
        }
        int width = gap.group(2) == null ? 0 : Integer.parseInt(gap.group(2));
        return new Template(
                wholeBraces(text.substring(0, gap.start())),
                gap.group(1),
                width,
                wholeBraces(text.substring(gap.end())));
    }

    private static String wholeBraces(String text) {
        if (text.indexOf('{') >= 0 || text.indexOf('}') >= 0) {
            throw new IllegalArgumentException(
                    "A name has at most one parameter, written {chapter} or {chapter:02}, and no other braces.");
        }
        return text;
    }

    boolean isPlain() {
        return parameter.isEmpty();
    }

    String with(String value) {
        return before + formatted(value) + after;
    }

    /** Returns the value as it is written in a name: the number 3 is 03 in a gap of two digits. */
    private String formatted(String value) {
        if (width == 0) {
            return value;
        }
        String digits = value.replaceFirst("^0+(?=.)", "");
        return "0".repeat(Math.max(0, width - digits.length())) + digits;
    }

    /** Returns whether the gap accepts that value. */
    boolean takes(String value) {
        return !value.isEmpty()
                && (width == 0 ? value.indexOf('/') < 0 : value.chars().allMatch(Template::isDigit));
    }

    /** Returns the name in its full form if it matches, else null: {@code Chapter_3} is {@code Chapter_03}. */
    @Nullable
    String canonical(String name) {
        String value = valueIn(name);
        return value == null ? null : isPlain() ? name : with(value);
    }

    /** Returns the value of the gap in a name, empty if there is no gap; null if the name does not match. */
    @Nullable
    String valueIn(String name) {
        if (isPlain()) {
            return name.equals(before) ? "" : null;
        }
        if (name.length() < before.length() + after.length() || !name.startsWith(before) || !name.endsWith(after)) {
            return null;
        }
        String value = name.substring(before.length(), name.length() - after.length());
        return takes(value) ? value : null;
    }

    /** Returns whether both have the same gap in the same place. A reference may omit the width. */
    boolean sameAs(Template other) {
        return before.equals(other.before) && parameter.equals(other.parameter) && after.equals(other.after);
    }

    private static boolean isDigit(int c) {
        return c >= '0' && c <= '9';
    }

    @Override
    public String toString() {
        return isPlain() ? before : before + "{" + parameter + (width == 0 ? "" : ":0" + width) + "}" + after;
    }
}
