package dev.holdfast.cli.install;

import dev.holdfast.internal.json.Json;
import java.util.ArrayList;
import java.util.List;

/** Reads JSON as people write it into settings: with comments, and commas at the end. Not thread-safe. */
final class SettingsReader {
    private static final int MAX_DEPTH = 64;

    private final String text;
    private int at;

    private SettingsReader(String text) {
        this.text = text;
    }

    /** @throws IllegalArgumentException if it is none; the message has the line */
    static SettingsNode read(String text) {
        SettingsReader reader = new SettingsReader(text);
        reader.skip();
        SettingsNode node = reader.value(0);
        reader.skip();
        if (reader.at < text.length()) {
            throw reader.mistake("the end was expected");
        }
        return node;
    }

    /** Returns the index of the comma after a value; -1 if there is none. */
    static int commaAfter(String text, int end) {
        SettingsReader reader = new SettingsReader(text);
        reader.at = end;
        reader.skip();
        return reader.at < text.length() && text.charAt(reader.at) == ',' ? reader.at : -1;
    }

    private IllegalArgumentException mistake(String what) {
        long line = text.substring(0, Math.min(at, text.length()))
                        .chars()
                        .filter(c -> c == '\n')
                        .count()
                + 1;
        return new IllegalArgumentException("line " + line + ": " + what);
    }

    /** Blanks and comments. */
    private void skip() {
        while (at < text.length()) {
            if (Character.isWhitespace(text.charAt(at)) || text.charAt(at) == '\uFEFF') {
                at++;
            } else if (text.startsWith("//", at)) {
                int end = text.indexOf('\n', at);
                at = end < 0 ? text.length() : end;
            } else if (text.startsWith("/*", at)) {
                int end = text.indexOf("*/", at);
                at = end < 0 ? text.length() : end + 2;
            } else {
                return;
            }
        }
    }

    private char peek() {
        if (at >= text.length()) {
            throw mistake("it ends too early");
        }
        return text.charAt(at);
    }

    private SettingsNode value(int depth) {
        if (depth > MAX_DEPTH) {
            throw mistake("it is nested too deeply");
        }
        return switch (peek()) {
            case '{' -> object(depth);
            case '[' -> array(depth);
            case '"' -> {
                int start = at;
                String value = string();
                yield new SettingsNode(SettingsNode.Kind.TEXT, start, at, value, List.of(), List.of());
            }
            default -> other();
        };
    }

    private SettingsNode other() {
        int start = at;
        while (at < text.length() && ",]}/ \t\r\n".indexOf(text.charAt(at)) < 0) {
            at++;
        }
        if (at == start) {
            throw mistake("a value was expected");
        }
        return new SettingsNode(SettingsNode.Kind.OTHER, start, at, null, List.of(), List.of());
    }

    private String string() {
        int start = at;
        at++;
        while (peek() != '"') {
            at += peek() == '\\' ? 2 : 1;
        }
        at++;
        try {
            return String.valueOf(Json.read(text.substring(start, at)));
        } catch (RuntimeException e) {
            at = start;
            throw mistake("this text is not written as JSON wants it");
        }
    }

    private SettingsNode object(int depth) {
        int start = at++;
        List<SettingsNode.Member> members = new ArrayList<>();
        skip();
        while (peek() != '}') {
            int from = at;
            if (peek() != '"') {
                throw mistake("a name in quotes was expected");
            }
            String name = string();
            skip();
            if (peek() != ':') {
                throw mistake("a colon was expected");
            }
            at++;
            skip();
            members.add(new SettingsNode.Member(name, from, value(depth + 1)));
            next('}');
        }
        at++;
        return new SettingsNode(SettingsNode.Kind.OBJECT, start, at, null, List.copyOf(members), List.of());
    }

    private SettingsNode array(int depth) {
        int start = at++;
        List<SettingsNode> items = new ArrayList<>();
        skip();
        while (peek() != ']') {
            items.add(value(depth + 1));
            next(']');
        }
        at++;
        return new SettingsNode(SettingsNode.Kind.ARRAY, start, at, null, List.of(), List.copyOf(items));
    }

    /** Reads a comma, or stops before the end. */
    private void next(char end) {
        skip();
        if (peek() == ',') {
            at++;
            skip();
        } else if (peek() != end) {
            throw mistake("a comma or '" + end + "' was expected");
        }
    }
}
