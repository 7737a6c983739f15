package dev.holdfast.spring.jpa;

import java.util.LinkedHashSet;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Finds the tables that a statement changes: those it updates, deletes from, merges into or empties. */
final class SqlTables {
    private static final String NAME =
            "((?:[\\w$]+|\"[^\"]+\"|`[^`]+`|\\[[^]]+])" + "(?:\\s*\\.\\s*(?:[\\w$]+|\"[^\"]+\"|`[^`]+`|\\[[^]]+]))*)";
    private static final Pattern ASIDE = Pattern.compile("/\\*.*?\\*/|--[^\n]*|'(?:[^']|'')*'", Pattern.DOTALL);
    private static final Pattern CHANGE = Pattern.compile(
            "\\b(?:update(?:\\s+only)?|delete\\s+from(?:\\s+only)?|merge\\s+into|replace\\s+into"
                    + "|truncate(?:\\s+table)?(?:\\s+only)?)\\s+" + NAME,
            Pattern.CASE_INSENSITIVE);
    private static final Pattern INSERT = Pattern.compile("\\binsert\\s+into\\s+" + NAME, Pattern.CASE_INSENSITIVE);
    private static final Pattern UPSERT =
            Pattern.compile("\\bdo\\s+update\\b|\\bon\\s+duplicate\\s+key\\s+update\\b", Pattern.CASE_INSENSITIVE);
    private static final Pattern ANY =
            Pattern.compile("update|delete|merge|replace|truncate", Pattern.CASE_INSENSITIVE);

    private SqlTables() {}

    /** Their names in lower case, without schemas and quotes. */
    static Set<String> changed(String sql) {
        if (!ANY.matcher(sql).find()) {
            return Set.of();
        }
        String text = ASIDE.matcher(sql).replaceAll(" ");
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
}
