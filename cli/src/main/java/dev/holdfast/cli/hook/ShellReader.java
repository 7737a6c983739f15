package dev.holdfast.cli.hook;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Splits a command line like a POSIX shell, as far as needed to find the files that it names: commands, quotes, output
 * redirection, here-documents, command substitution. A word that depends on more than the line is marked as unknown. It never
 * fails: text that a shell would refuse has some result. Not thread-safe.
 */
final class ShellReader {
    private static final int MAX_DEPTH = 8;

    private final String line;
    private final ShellVariables setting;
    private final int depth;
    private final List<SimpleCommand> commands = new ArrayList<>();
    private final List<Awaited> awaited = new ArrayList<>();
    private SimpleCommand command = new SimpleCommand();
    private int at;

    /** A here-document whose text begins on the next line. */
    private record Awaited(SimpleCommand command, String end, boolean indented) {}

    private ShellReader(String line, ShellVariables setting, int depth) {
        this.line = line;
        this.setting = setting;
        this.depth = depth;
    }

    /** Returns the commands in order, including nested ones. */
    static List<SimpleCommand> commands(String line, ShellVariables setting) {
        return new ShellReader(line, setting, 0).read();
    }

    private List<SimpleCommand> read() {
        while (at < line.length()) {
            char c = line.charAt(at);
            if (c == '\n') {
                at++;
                end();
                texts();
            } else if (c == ' ' || c == '\t' || c == '\r') {
                at++;
            } else if (c == '#') {
                skipLine();
            } else if (c == '>' || (c == '&' && next('>'))) {
                output();
            } else if (c == '<') {
                input();
            } else if (";&|()".indexOf(c) >= 0) {
                at++;
                end();
            } else {
                word();
            }
        }
        end();
        return commands;
    }

    private boolean next(char expected) {
        return at + 1 < line.length() && line.charAt(at + 1) == expected;
    }

    private void end() {
        if (!command.isEmpty()) {
            assign();
            commands.add(command);
            command = new SimpleCommand();
        }
    }

    /** Records variables: a command that is only {@code NAME=value} sets one for later commands. */
    private void assign() {
        for (ShellWord word : command.words) {
            int equals = word.text().indexOf('=');
            if (!ShellCommands.isAssignment(word) || !word.known()) {
                return;
            }
            setting.set(word.text().substring(0, equals), word.text().substring(equals + 1));
        }
    }

    private void word() {
        ShellWord word = readWord();
        boolean descriptor = at < line.length()
                && (line.charAt(at) == '>' || line.charAt(at) == '<')
                && !word.quoted()
                && isNumber(word.text());
        if (!descriptor) {
            command.words.add(word);
        }
    }

    private static boolean isNumber(String text) {
        for (int i = 0; i < text.length(); i++) {
            if (text.charAt(i) < '0' || text.charAt(i) > '9') {
                return false;
            }
        }
        return !text.isEmpty();
    }

    /** Reads {@code > file}, {@code >> file}, {@code >| file} or {@code &> file}. {@code >&2} is no file. */
    private void output() {
        while (at < line.length() && ">&|".indexOf(line.charAt(at)) >= 0) {
            at++;
        }
        boolean copied = line.charAt(at - 1) == '&';
        if (at < line.length() && line.charAt(at) == '(') {
            return; // a command instead of a file
        }
        ShellWord target = readWordAfterBlanks();
        if (!(copied && (isNumber(target.text()) || target.text().equals("-")))) {
            command.outputs.add(target);
        }
    }

    private void input() {
        if (line.startsWith("<<<", at)) {
            at += 3;
            command.texts.add(readWordAfterBlanks().text());
        } else if (line.startsWith("<<", at)) {
            at += 2;
            boolean indented = at < line.length() && line.charAt(at) == '-';
            at += indented ? 1 : 0;
            awaited.add(new Awaited(command, readWordAfterBlanks().text(), indented));
        } else if (next('>')) {
            at++; // both: what follows is written
        } else {
            at++;
            if (at < line.length() && (line.charAt(at) == '&' || line.charAt(at) == '(')) {
                at += line.charAt(at) == '&' ? 1 : 0;
            }
            if (at < line.length() && line.charAt(at) != '(') {
                readWordAfterBlanks();
            }
        }
    }

    private ShellWord readWordAfterBlanks() {
        while (at < line.length() && (line.charAt(at) == ' ' || line.charAt(at) == '\t')) {
            at++;
        }
        return readWord();
    }

    /** Reads the texts of here-documents, which follow this line. */
    private void texts() {
        for (Awaited one : awaited) {
            StringBuilder text = new StringBuilder();
            while (at < line.length()) {
                int end = line.indexOf('\n', at);
                end = end < 0 ? line.length() : end;
                String each = line.substring(at, end);
                at = Math.min(line.length(), end + 1);
                if ((one.indented() ? each.stripLeading() : each).equals(one.end())) {
                    break;
                }
                text.append(each).append('\n');
            }
            one.command().texts.add(text.toString());
        }
        awaited.clear();
    }

    private void skipLine() {
        while (at < line.length() && line.charAt(at) != '\n') {
            at++;
        }
    }

    private ShellWord readWord() {
        StringBuilder text = new StringBuilder();
        boolean known = true;
        boolean quoted = false;
        boolean inQuotes = false;
        boolean pattern = true;
        while (at < line.length()) {
            char c = line.charAt(at);
            if (c == '"') {
                inQuotes = !inQuotes;
                quoted = true;
                at++;
            } else if (c == '\'' && !inQuotes) {
                int end = line.indexOf('\'', at + 1);
                end = end < 0 ? line.length() : end;
                pattern &= addQuoted(line.substring(at + 1, end), text);
                at = Math.min(line.length(), end + 1);
                quoted = true;
            } else if (c == '\\' && at + 1 < line.length()) {
                boolean kept = inQuotes && "\"\\$`\n".indexOf(line.charAt(at + 1)) < 0;
                pattern &= addQuoted(kept ? "\\" : "", text);
                if (line.charAt(at + 1) != '\n') {
                    pattern &= addQuoted(line.substring(at + 1, at + 2), text);
                }
                at += 2;
            } else if (c == '`' || line.startsWith("$(", at)) {
                substituted(c == '`');
                known = false;
            } else if (c == '$') {
                String value = variable();
                known &= value != null;
                text.append(value == null ? "" : value);
            } else if (!inQuotes && " \t\r\n;&|()<>".indexOf(c) >= 0) {
                break;
            } else {
                pattern &= !inQuotes || addQuoted(String.valueOf(c), new StringBuilder());
                text.append(c);
                at++;
            }
        }
        return new ShellWord(home(text.toString(), quoted), known, pattern && known, quoted);
    }

    /** Adds what has no other meaning than itself. Whether the word can still be a pattern: not if this looks like one. */
    private static boolean addQuoted(String part, StringBuilder text) {
        text.append(part);
        return part.indexOf('*') < 0 && part.indexOf('?') < 0 && part.indexOf('[') < 0 && part.indexOf('{') < 0;
    }

    private String home(String text, boolean quoted) {
        String home = setting.value("HOME");
        return home != null && !quoted && (text.equals("~") || text.startsWith("~/")) ? home + text.substring(1) : text;
    }

    /** Returns the value of {@code $NAME} or of a plain <code>${NAME}</code>; null if it is unknown. */
    private @Nullable String variable() {
        at++;
        boolean braces = at < line.length() && line.charAt(at) == '{';
        int start = braces ? at + 1 : at;
        int end = start;
        while (end < line.length() && (Character.isLetterOrDigit(line.charAt(end)) || line.charAt(end) == '_')) {
            end++;
        }
        String name = line.substring(start, end);
        if (!braces) {
            at = end;
            return name.isEmpty() ? "$" : setting.value(name);
        }
        int close = line.indexOf('}', end);
        at = close < 0 ? line.length() : close + 1;
        return close == end ? setting.value(name) : null;
    }

    private void substituted(boolean backtick) {
        int start = at + (backtick ? 1 : 2);
        int end = backtick ? line.indexOf('`', start) : closing(start);
        end = end < 0 ? line.length() : end;
        if (depth < MAX_DEPTH) {
            commands.addAll(new ShellReader(line.substring(start, end), setting, depth + 1).read());
        }
        at = Math.min(line.length(), end + 1);
    }

    /** Returns the index of the parenthesis that closes the one before that index. */
    private int closing(int start) {
        int open = 1;
        for (int i = start; i < line.length(); i++) {
            char c = line.charAt(i);
            if (c == '\\') {
                i++;
            } else if (c == '\'') {
                int end = line.indexOf('\'', i + 1);
                i = end < 0 ? line.length() : end;
            } else if (c == '(') {
                open++;
            } else if (c == ')' && --open == 0) {
                return i;
            }
        }
        return -1;
    }
}
