package dev.holdfast.audit.code;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The values of all constants. References to them are resolved when all files have been read. */
public final class Constants {
    private static final String MARK = "\u0001";
    private static final Pattern REFERENCE = Pattern.compile(MARK + "([^" + MARK + "]*)" + MARK);
    private static final int DEPTH = 4;

    private final Map<String, String> byFullName = new HashMap<>();
    private final Map<String, String> byName = new HashMap<>();
    private final Set<String> ambiguous = new HashSet<>();

    /** Returns a placeholder for a constant that is resolved later. */
    public static String reference(String type, String name) {
        return MARK + type + "." + name + MARK;
    }

    void add(String type, String name, String text) {
        byFullName.put(type + "." + name, text);
        String before = byName.putIfAbsent(name, text);
        if (before != null && !before.equals(text)) {
            ambiguous.add(name);
        }
    }

    /** Returns the text with all references resolved, {@code ?} for unknown ones. */
    String resolve(String text) {
        return resolve(text, reference -> "?");
    }

    /** Resolves references; constants that are no strings keep their names, as {@code LockModeType.PESSIMISTIC_WRITE}. */
    String resolveOrName(String text) {
        return resolve(text, reference -> reference);
    }

    private String resolve(String text, UnaryOperator<String> unknown) {
        String resolved = text;
        for (int i = 0; i < DEPTH && resolved.contains(MARK); i++) {
            resolved = REFERENCE
                    .matcher(resolved)
                    .replaceAll(reference -> Matcher.quoteReplacement(value(reference.group(1), unknown)));
        }
        return resolved.replace(MARK, "?");
    }

    private String value(String reference, UnaryOperator<String> unknown) {
        String exact = byFullName.get(reference);
        if (exact != null) {
            return exact;
        }
        String name = reference.substring(reference.indexOf('.') + 1); // inherited, or imported
        String only = ambiguous.contains(name) ? null : byName.get(name);
        return only == null ? unknown.apply(reference) : only;
    }
}
