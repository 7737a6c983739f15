package dev.holdfast.it.check;

import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** The numbered requirements of the documents, and the ways in which display names cite them. */
final class Requirements {
    /** By letter of its document, the number of requirements: {@code B1} to {@code B20} and so on. */
    private static final Map<String, Integer> COUNTS = Map.of("B", 20, "M", 12, "P", 20, "C", 17, "R", 10, "V", 5);

    private static final String ID = "([BMPCRV])(\\d{1,2})(?:\\.\\d+)?";
    private static final String ONE_OR_RANGE = ID + "(?:[–-]" + ID + ")?";
    /** A list with a colon behind it, such as {@code M7, M12, R4:} or {@code P1–P17:} or {@code C16.3:}. */
    private static final Pattern LIST =
            Pattern.compile("(?<!\\w)" + ONE_OR_RANGE + "(?:(?:, | and )" + ONE_OR_RANGE + ")*(?=:)");

    private static final Pattern PART = Pattern.compile(ONE_OR_RANGE);

    private Requirements() {}

    /** Returns the ids of all requirements. */
    static Set<String> all() {
        return COUNTS.entrySet().stream()
                .flatMap(document ->
                        IntStream.rangeClosed(1, document.getValue()).mapToObj(number -> document.getKey() + number))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    /** Returns the ids that a display name cites. */
    static Set<String> cited(String displayName) {
        Set<String> ids = new TreeSet<>();
        Matcher list = LIST.matcher(displayName);
        while (list.find()) {
            Matcher part = PART.matcher(list.group());
            while (part.find()) {
                int first = Integer.parseInt(part.group(2));
                int last = part.group(4) == null ? first : Integer.parseInt(part.group(4));
                String letter = part.group(1);
                IntStream.rangeClosed(first, last).forEach(number -> ids.add(letter + number));
            }
        }
        return ids;
    }
}
