package dev.holdfast.it.english;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/** Finds the prose of a Markdown page: everything except code, link targets and HTML comments. */
final class MarkdownProse {
    private static final Pattern LINK_TARGET = Pattern.compile("(?<=\\])\\([^)\\s]*\\)");
    private static final Pattern CODE = Pattern.compile("(`+)[^`]+\\1");
    private static final Pattern CELL_BORDER = Pattern.compile("(?<!\\\\)\\|");
    private static final Pattern LIST_MARK = Pattern.compile("^\\s*(?:[-*#>]+|\\d+\\.)\\s+");

    private MarkdownProse() {}

    static List<Passage> in(String file, String page) {
        List<Passage> found = new ArrayList<>();
        boolean code = false;
        String[] lines = page.split("\n", -1);
        for (int i = 0; i < lines.length; i++) {
            if (lines[i].stripLeading().startsWith("```")) {
                code = !code;
            } else if (!code) {
                addLine(file, i + 1, lines[i], found);
            }
        }
        return found;
    }

    private static void addLine(String file, int number, String line, List<Passage> found) {
        String prose = CODE.matcher(line).replaceAll("CODE");
        prose = LINK_TARGET.matcher(prose).replaceAll("");
        prose = LIST_MARK.matcher(prose).replaceAll("");
        for (String cell : prose.startsWith("|") ? CELL_BORDER.split(prose, -1) : new String[] {prose}) {
            if (!cell.isBlank()) {
                found.add(new Passage(file, number, Passage.Kind.PARAGRAPH, cell.strip()));
            }
        }
    }
}
