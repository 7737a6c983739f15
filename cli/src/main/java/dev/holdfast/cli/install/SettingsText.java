package dev.holdfast.cli.install;

import dev.holdfast.internal.json.Json;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The text of a settings file in JSON, perhaps with comments, changed in few places: all else stays as it was written. Immutable;
 * each method gives a changed copy.
 */
record SettingsText(String text) {

    SettingsNode root() {
        return SettingsReader.read(text);
    }

    /** Returns the text with one more member at the end of an object. */
    SettingsText withMember(SettingsNode object, String name, Object value) {
        return added(
                object,
                lastEnd(object.members().stream()
                        .map(SettingsNode.Member::value)
                        .toList()),
                base -> Json.write(name) + ": " + shown(value, base));
    }

    /** Returns the text with one more item at the end of an array. */
    SettingsText withItem(SettingsNode array, Object value) {
        return added(array, lastEnd(array.items()), base -> shown(value, base));
    }

    private static int lastEnd(List<SettingsNode> parts) {
        return parts.isEmpty() ? -1 : parts.get(parts.size() - 1).end();
    }

    private interface Shown {
        String from(String indentation);
    }

    private SettingsText added(SettingsNode parent, int lastEnd, Shown shown) {
        String outer = indentation(parent.start());
        String inner = outer + step();
        String line = newline() + inner + shown.from(inner);
        if (lastEnd < 0) {
            int inside = parent.start() + 1;
            boolean blank = text.substring(inside, parent.end() - 1).isBlank();
            String end = blank ? newline() + outer : "";
            int rest = blank ? parent.end() - 1 : inside;
            return new SettingsText(text.substring(0, inside) + line + end + text.substring(rest));
        }
        int comma = SettingsReader.commaAfter(text, lastEnd);
        String with = comma < 0 ? text.substring(0, lastEnd) + "," + text.substring(lastEnd) : text;
        int at = endOfLine(with, comma < 0 ? lastEnd + 1 : comma + 1);
        // A file with a comma at the end of its lists is one that ends so afterwards, too.
        return new SettingsText(with.substring(0, at) + line + (comma < 0 ? "" : ",") + with.substring(at));
    }

    /** Returns the index after a comment on the same line. */
    private static int endOfLine(String text, int from) {
        int at = from;
        while (at < text.length() && (text.charAt(at) == ' ' || text.charAt(at) == '\t')) {
            at++;
        }
        if (text.startsWith("//", at)) {
            while (at < text.length() && text.charAt(at) != '\n' && text.charAt(at) != '\r') {
                at++;
            }
            return at;
        }
        return from;
    }

    /**
     * Returns the text without a part of an object or array.
     *
     * @param before the end of the part before it, or null if it is the first
     * @param last whether none comes after it
     */
    SettingsText without(SettingsNode parent, int start, int end, @Nullable Integer before, boolean last) {
        int comma = SettingsReader.commaAfter(text, end);
        int to = comma < 0 ? end : comma + 1;
        int from = start;
        while (from > parent.start() + 1 && Character.isWhitespace(text.charAt(from - 1))) {
            from--;
        }
        if (last && before == null && text.substring(to, parent.end() - 1).isBlank()) {
            to = parent.end() - 1;
        }
        String rest = text.substring(0, from) + text.substring(to);
        if (last && before != null && comma < 0) {
            int earlier = SettingsReader.commaAfter(rest, before);
            rest = earlier < 0 ? rest : rest.substring(0, earlier) + rest.substring(earlier + 1);
        }
        return new SettingsText(rest);
    }

    private String shown(Object value, String base) {
        StringBuilder shown = new StringBuilder();
        for (String line : Json.writePretty(value).strip().split("\n", -1)) {
            int blanks = line.length() - line.stripLeading().length();
            shown.append(shown.isEmpty() ? "" : newline() + base + step().repeat(blanks / 2))
                    .append(line.stripLeading());
        }
        return shown.toString();
    }

    private String newline() {
        return text.contains("\r\n") ? "\r\n" : "\n";
    }

    private String indentation(int at) {
        int line = text.lastIndexOf('\n', at) + 1;
        int end = line;
        while (end < at && (text.charAt(end) == ' ' || text.charAt(end) == '\t')) {
            end++;
        }
        return text.substring(line, end);
    }

    /** Returns the indentation step of the file: the indentation of its first indented line. */
    private String step() {
        for (String line : text.split("\n", -1)) {
            String blanks =
                    line.substring(0, line.length() - line.stripLeading().length());
            if (!blanks.isEmpty() && line.stripLeading().startsWith("\"")) {
                return blanks;
            }
        }
        return "  ";
    }
}
