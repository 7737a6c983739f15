package dev.holdfast.it.check;

import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A promise in a table of {@code docs/guarantees.md}.
 *
 * @param text the promise
 * @param shownBy the simple names of the tests and contracts that show it
 */
record Promise(String text, Set<String> shownBy) {
    private static final Pattern TABLE = Pattern.compile("(?m)^\\| promise \\| shown by \\|\\n(\\|.*\\n)*");
    private static final Pattern ROW = Pattern.compile("(?m)^\\| (.*) \\| (.*) \\|$");
    private static final Pattern NAME = Pattern.compile("`(\\w+)`");
    private static final String HEAD = "promise";

    /** Returns the promises of the tables whose columns are <i>promise</i> and <i>shown by</i>. */
    static List<Promise> in(String page) {
        return TABLE.matcher(page)
                .results()
                .flatMap(table -> ROW.matcher(table.group()).results())
                .filter(row -> !row.group(1).equals(HEAD))
                .map(row -> new Promise(row.group(1), names(row.group(2))))
                .toList();
    }

    private static Set<String> names(String column) {
        Set<String> names = new TreeSet<>();
        Matcher name = NAME.matcher(column);
        while (name.find()) {
            names.add(name.group(1));
        }
        return names;
    }
}
