package dev.holdfast.internal.json;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** One pass over one JSON text, a character at a time. */
final class JsonReader {
    private static final int MAX_QUOTE = 40;
    private static final int END = -1;

    private final String text;
    private int at;

    JsonReader(String text) {
        this.text = text;
        this.at = text.startsWith("\uFEFF") ? 1 : 0;
    }

    @Nullable
    Object document() {
        Object value = value(0);
        skipBlanks();
        if (at < text.length()) {
            throw unexpected("the end of the text");
        }
        return value;
    }

    private @Nullable Object value(int depth) {
        skipBlanks();
        return switch (peek()) {
            case '{' -> object(depth + 1);
            case '[' -> array(depth + 1);
            case '"' -> string();
            case 't' -> literal("true", true);
            case 'f' -> literal("false", false);
            case 'n' -> literal("null", null);
            case '-', '0', '1', '2', '3', '4', '5', '6', '7', '8', '9' -> number();
            default -> throw unexpected("a value");
        };
    }

    private Map<String, @Nullable Object> object(int depth) {
        enter(depth);
        Map<String, @Nullable Object> members = new LinkedHashMap<>();
        if (closes('}')) {
            return members;
        }
        do {
            skipBlanks();
            int start = at;
            if (peek() != '"') {
                throw unexpected("a name in double quotes");
            }
            String name = string();
            if (members.containsKey(name)) {
                throw new JsonException("the name " + quote(name) + " occurs twice in one object", text, start);
            }
            skipBlanks();
            if (peek() != ':') {
                throw unexpected("':' after the name " + quote(name));
            }
            at++;
            members.put(name, value(depth));
        } while (continues('}'));
        return members;
    }

    private List<@Nullable Object> array(int depth) {
        enter(depth);
        List<@Nullable Object> elements = new ArrayList<>();
        if (closes(']')) {
            return elements;
        }
        do {
            elements.add(value(depth));
        } while (continues(']'));
        return elements;
    }

    private void enter(int depth) {
        if (depth > Json.MAX_DEPTH) {
            throw new JsonException("nested more than " + Json.MAX_DEPTH + " deep", text, at);
        }
        at++;
    }

    private boolean closes(char end) {
        skipBlanks();
        if (peek() != end) {
            return false;
        }
        at++;
        return true;
    }

    private boolean continues(char end) {
        if (closes(end)) {
            return false;
        }
        if (peek() != ',') {
            throw unexpected("',' or '" + end + "'");
        }
        at++;
        return true;
    }

    private String string() {
        int opening = at++;
        int start = at;
        StringBuilder unescaped = null;
        while (at < text.length()) {
            char c = text.charAt(at);
            if (c == '"') {
                String rest = text.substring(start, at++);
                return unescaped == null ? rest : unescaped.append(rest).toString();
            }
            if (c < ' ') {
                throw new JsonException("a control character in a string must be escaped", text, at);
            }
            if (c == '\\') {
                unescaped = unescaped == null ? new StringBuilder() : unescaped;
                unescaped.append(text, start, at++).append(escaped());
                start = at;
            } else {
                at++;
            }
        }
        throw new JsonException("a string without its closing quote", text, opening);
    }

    private char escaped() {
        int c = peek();
        int index = "\"\\/bfnrt".indexOf(c);
        if (index >= 0) {
            at++;
            return "\"\\/\b\f\n\r\t".charAt(index);
        }
        if (c != 'u') {
            throw unexpected("one of \" \\ / b f n r t u after a backslash");
        }
        at++;
        int code = 0;
        for (int i = 0; i < 4; i++) {
            int c16 = peek();
            // Character.digit alone would also take the digits of other scripts.
            int digit = c16 < 128 ? Character.digit(c16, 16) : -1;
            if (digit < 0) {
                throw unexpected("four hexadecimal digits");
            }
            code = code * 16 + digit;
            at++;
        }
        return (char) code;
    }

    private Number number() {
        int start = at;
        boolean whole = true;
        skip('-');
        if (!skip('0')) {
            digits();
        }
        if (skip('.')) {
            whole = false;
            digits();
        }
        if (skip('e') || skip('E')) {
            whole = false;
            if (!skip('+')) {
                skip('-');
            }
            digits();
        }
        String number = text.substring(start, at);
        // Nineteen digits and a sign are the most that a long has; minus zero is none.
        if (whole && number.length() <= 20 && !number.equals("-0")) {
            try {
                return Long.valueOf(number);
            } catch (NumberFormatException e) {
                return new RawNumber(number);
            }
        }
        return new RawNumber(number);
    }

    private void digits() {
        if (!isDigit(peek())) {
            throw unexpected("a digit");
        }
        while (isDigit(peek())) {
            at++;
        }
    }

    private @Nullable Object literal(String word, @Nullable Object value) {
        if (!text.startsWith(word, at)) {
            throw unexpected("a value");
        }
        at += word.length();
        return value;
    }

    private boolean skip(char wanted) {
        if (peek() != wanted) {
            return false;
        }
        at++;
        return true;
    }

    private void skipBlanks() {
        while (at < text.length() && isBlank(text.charAt(at))) {
            at++;
        }
    }

    private static boolean isBlank(char c) {
        return c == ' ' || c == '\n' || c == '\t' || c == '\r';
    }

    private int peek() {
        return at < text.length() ? text.charAt(at) : END;
    }

    private static boolean isDigit(int c) {
        return c >= '0' && c <= '9';
    }

    private JsonException unexpected(String wanted) {
        String found = at < text.length() ? quote(text.substring(at, text.offsetByCodePoints(at, 1))) : "the end";
        return new JsonException("expected " + wanted + ", found " + found, text, at);
    }

    private static String quote(String part) {
        boolean isLong = part.length() > MAX_QUOTE;
        return Json.write(isLong ? part.substring(0, MAX_QUOTE) + "…" : part);
    }
}
