package dev.holdfast.spring.jpa;

import java.util.LinkedHashSet;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Finds the tables that a statement changes or reads. */
final class SqlTables {
    /** The last group is possessive, since backtracking would recurse. */
    private static final String NAME =
            "((?:[\\w$]+|\"[^\"]+\"|`[^`]+`|\\[[^]]+])" + "(?:\\s*\\.\\s*(?:[\\w$]+|\"[^\"]+\"|`[^`]+`|\\[[^]]+]))*+)";

    private static final Pattern CHANGE = Pattern.compile(
            "\\b(?:update(?:\\s+only)?|delete\\s+from(?:\\s+only)?|merge\\s+into|replace\\s+into"
                    + "|truncate(?:\\s+table)?(?:\\s+only)?)\\s+" + NAME,
            Pattern.CASE_INSENSITIVE);
    private static final Pattern INSERT = Pattern.compile("\\binsert\\s+into\\s+" + NAME, Pattern.CASE_INSENSITIVE);
    private static final Pattern READ = Pattern.compile("\\b(?:from|join)\\s+" + NAME, Pattern.CASE_INSENSITIVE);
    private static final Pattern UPSERT =
            Pattern.compile("\\bdo\\s+update\\b|\\bon\\s+duplicate\\s+key\\s+update\\b", Pattern.CASE_INSENSITIVE);
    private static final Pattern ANY =
            Pattern.compile("update|delete|merge|replace|truncate", Pattern.CASE_INSENSITIVE);

    private static final int NONE = -1;

    private SqlTables() {}

    /**
     * Returns the tables that a statement updates, deletes from, merges into or truncates. All names are in lower case, without
     * schemas and quotes.
     */
    static Set<String> changed(String sql) {
        if (!ANY.matcher(sql).find()) {
            return Set.of();
        }
        String text = withoutAsides(sql);
        Set<String> tables = new LinkedHashSet<>();
        Matcher change = CHANGE.matcher(text);
        while (change.find()) {
            tables.add(LockRules.plain(change.group(1)));
        }
        Matcher insert = INSERT.matcher(text);
        if (insert.find() && UPSERT.matcher(text).find()) {
            tables.add(LockRules.plain(insert.group(1)));
        }
        return tables;
    }

    /** Returns the tables that a statement adds rows to. */
    static Set<String> inserted(String sql) {
        return sql.regionMatches(true, 0, "select", 0, "select".length()) ? Set.of() : named(INSERT, sql);
    }

    /** Returns the tables that a statement reads from. */
    static Set<String> read(String sql) {
        return named(READ, sql);
    }

    private static Set<String> named(Pattern pattern, String sql) {
        Set<String> tables = new LinkedHashSet<>();
        Matcher matcher = pattern.matcher(withoutAsides(sql));
        while (matcher.find()) {
            tables.add(LockRules.plain(matcher.group(1)));
        }
        return tables;
    }

    /** Returns the statement with a space for each comment and text in quotes. One pass: statements may be very long. */
    private static String withoutAsides(String sql) {
        StringBuilder kept = new StringBuilder(sql.length());
        int from = 0;
        while (from < sql.length()) {
            int end = endOfAside(sql, from);
            if (end == NONE) {
                kept.append(sql.charAt(from++));
            } else {
                kept.append(' ');
                from = end;
            }
        }
        return kept.toString();
    }

    /** Returns the end of a comment or text, or of the statement if it does not end. */
    private static int endOfAside(String sql, int from) {
        String ending;
        if (sql.charAt(from) == '\'') {
            ending = "'"; // a doubled quote ends one text and begins the next
        } else if (sql.startsWith("/*", from)) {
            ending = "*/";
        } else if (sql.startsWith("--", from)) {
            ending = "\n";
        } else {
            return NONE;
        }
        int begin = from + (ending.equals("'") ? 1 : 2);
        int end = sql.indexOf(ending, begin);
        return end < 0 ? sql.length() : end + (ending.equals("\n") ? 0 : ending.length());
    }
}
