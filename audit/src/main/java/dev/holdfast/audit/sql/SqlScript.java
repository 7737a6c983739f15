package dev.holdfast.audit.sql;

import dev.holdfast.audit.base.Place;
import java.util.ArrayList;
import java.util.List;

/** A file of SQL statements, each with the line where it begins. */
public final class SqlScript {
    private final String text;
    private final String file;
    private final List<SqlStatement> statements = new ArrayList<>();
    private final StringBuilder current = new StringBuilder();
    private int line = 1;
    private int begin = 1;

    private SqlScript(String text, String file) {
        this.text = text;
        this.file = file;
    }

    public static List<SqlStatement> statements(String text, String file) {
        SqlScript script = new SqlScript(text, file);
        script.read();
        return List.copyOf(script.statements);
    }

    private void read() {
        int i = 0;
        while (i < text.length()) {
            char c = text.charAt(i);
            if (c == '-' && text.startsWith("--", i)) {
                i = end("\n", i, 0);
            } else if (c == '/' && text.startsWith("/*", i)) {
                i = comment(i);
            } else if (c == '\'' || c == '"' || c == '`') {
                i = quoted(c, i);
            } else if (c == ';') {
                finish();
                i++;
            } else {
                keep(c);
                i++;
            }
        }
        finish();
    }

    private void keep(char c) {
        if (c == '\n') {
            line++;
        }
        if (current.length() == 0) {
            if (Character.isWhitespace(c)) {
                return;
            }
            begin = line;
        }
        current.append(c);
    }

    private int comment(int from) {
        int end = end("*/", from + 2, 2);
        for (int i = from; i < end; i++) {
            line += text.charAt(i) == '\n' ? 1 : 0;
        }
        if (current.length() > 0) {
            current.append(' ');
        }
        return end;
    }

    private int quoted(char quote, int from) {
        int end = end(String.valueOf(quote), from + 1, 1);
        for (int i = from; i < end; i++) {
            keep(text.charAt(i));
        }
        return end;
    }

    private int end(String mark, int from, int length) {
        int found = text.indexOf(mark, from);
        return found < 0 ? text.length() : found + length;
    }

    private void finish() {
        if (current.length() > 0) {
            SqlParser.parse(current.toString(), new Place(file, begin)).ifPresent(statements::add);
            current.setLength(0);
        }
    }
}
