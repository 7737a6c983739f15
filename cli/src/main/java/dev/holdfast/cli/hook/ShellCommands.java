package dev.holdfast.cli.hook;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Finds the files that a command line writes, moves or deletes, from its redirections and its known commands. Arguments of
 * unknown commands count as named. Not thread-safe.
 */
final class ShellCommands {
    private static final int MAX_DEPTH = 6;

    private final ShellVariables setting;
    private final TouchedFiles touched;
    private Path folder = Path.of("/");
    private int depth;

    ShellCommands(ShellVariables setting, TouchedFiles touched) {
        this.setting = setting;
        this.touched = touched;
    }

    /** Looks at a line that is run in that folder. */
    void look(String line, Path where) {
        folder = where;
        look(line);
    }

    private void look(String line) {
        if (++depth <= MAX_DEPTH) {
            for (SimpleCommand command : ShellReader.commands(line, setting)) {
                look(command);
            }
        }
        depth--;
    }

    private void look(SimpleCommand command) {
        for (ShellWord output : command.outputs) {
            write(output);
        }
        List<ShellWord> words = withoutPrefixes(command.words);
        if (words.isEmpty()) {
            return;
        }
        String first = words.get(0).text();
        String name = first.substring(first.lastIndexOf('/') + 1);
        List<ShellWord> rest = words.subList(1, words.size());
        if (name.equals("cd") || name.equals("pushd")) {
            enter(rest);
        } else if (name.equals("eval")) {
            look(joined(rest));
        } else if (KnownCommands.SHELLS.contains(name)) {
            script(rest, command);
        } else if (name.equals("git")) {
            git(rest);
        } else if (KnownCommands.ALL_WRITTEN.contains(name)) {
            writeAll(operands(rest));
            patches(name, command);
        } else if (name.equals("mv")) {
            List<ShellWord> operands = operands(rest);
            writeAll(operands.subList(0, Math.max(0, operands.size() - 1)));
            writeLast(rest);
        } else if (KnownCommands.LAST_WRITTEN.contains(name)) {
            writeLast(rest);
        } else if (name.equals("sed") || name.equals("perl") || name.equals("awk") || name.equals("gawk")) {
            inPlace(rest);
        } else if (name.equals("sort") || name.equals("find") || name.equals("dd")) {
            sometimes(rest);
        } else if (name.equals("apply_patch")) {
            command.texts.forEach(text -> ToolPaths.patch(text, folder, touched));
            rest.forEach(word -> ToolPaths.patch(word.text(), folder, touched));
        } else if (!KnownCommands.READING.contains(name)) {
            nameAll(rest, command.texts);
        }
    }

    static boolean isAssignment(ShellWord word) {
        int equals = word.text().indexOf('=');
        if (equals <= 0 || Character.isDigit(word.text().charAt(0))) {
            return false;
        }
        for (int i = 0; i < equals; i++) {
            if (!Character.isLetterOrDigit(word.text().charAt(i)) && word.text().charAt(i) != '_') {
                return false;
            }
        }
        return true;
    }

    /** Returns the words without prefixes: assignments, commands that run others, words of the shell's grammar. */
    private static List<ShellWord> withoutPrefixes(List<ShellWord> words) {
        int at = 0;
        boolean after = false;
        while (at < words.size()) {
            ShellWord word = words.get(at);
            boolean isPrefix = KnownCommands.PREFIXES.contains(word.text()) || isAssignment(word);
            boolean isTheirs = after && (word.text().startsWith("-") || isTime(word.text()));
            if (!isPrefix && !isTheirs) {
                break;
            }
            after |= isPrefix;
            at++;
        }
        return words.subList(at, words.size());
    }

    private static boolean isTime(String text) {
        return !text.isEmpty() && Character.isDigit(text.charAt(0)) && text.indexOf('/') < 0 && text.indexOf('.') < 0;
    }

    private void enter(List<ShellWord> words) {
        List<ShellWord> operands = operands(words);
        if (!operands.isEmpty() && operands.get(0).known()) {
            folder = ShellExpansion.resolve(folder, operands.get(0).text());
        }
    }

    private static String joined(List<ShellWord> words) {
        StringBuilder line = new StringBuilder();
        for (ShellWord word : words) {
            line.append(word.text()).append(' ');
        }
        return line.toString();
    }

    /** Reads {@code sh -c 'line'} or a script on standard input. A script in a file may do anything with its arguments. */
    private void script(List<ShellWord> words, SimpleCommand command) {
        for (int i = 0; i + 1 < words.size(); i++) {
            String option = words.get(i).text();
            if (option.startsWith("-") && !option.startsWith("--") && option.endsWith("c")) {
                look(words.get(i + 1).text());
                return;
            }
        }
        if (operands(words).isEmpty()) {
            command.texts.forEach(this::look);
        } else {
            nameAll(words, List.of());
        }
    }

    private void git(List<ShellWord> words) {
        Path before = folder;
        int at = 0;
        while (at < words.size() && words.get(at).text().startsWith("-")) {
            boolean elsewhere = words.get(at).text().equals("-C") && at + 1 < words.size();
            if (elsewhere) {
                folder = ShellExpansion.resolve(folder, words.get(at + 1).text());
            }
            at += elsewhere || words.get(at).text().equals("-c") ? 2 : 1;
        }
        if (at < words.size()
                && KnownCommands.GIT_WRITING.contains(words.get(at).text())) {
            boolean sure =
                    words.get(at).text().equals("mv") || words.get(at).text().equals("rm");
            List<ShellWord> operands = operands(words.subList(at + 1, words.size()));
            if (sure) {
                writeAll(operands);
            } else {
                nameAll(operands, List.of());
            }
        }
        folder = before;
    }

    private void patches(String name, SimpleCommand command) {
        if (name.equals("patch")) {
            for (String text : command.texts) {
                nameAll(List.of(), List.of(text));
            }
        }
    }

    /** Copies write to their last operand, or into it if it is a folder; {@code -t} names that folder. */
    private void writeLast(List<ShellWord> words) {
        List<ShellWord> operands = operands(words);
        for (int i = 0; i < words.size(); i++) {
            String word = words.get(i).text();
            if (word.equals("-t") && i + 1 < words.size()) {
                operands.remove(words.get(i + 1));
                copyInto(words.get(i + 1), operands);
                return;
            }
        }
        if (operands.size() > 1) {
            copyInto(operands.get(operands.size() - 1), operands.subList(0, operands.size() - 1));
        }
    }

    private void copyInto(ShellWord to, List<ShellWord> from) {
        if (!to.known()) {
            return;
        }
        Path target = ShellExpansion.resolve(folder, to.text());
        if (!Files.isDirectory(target)) {
            write(to);
            return;
        }
        for (ShellWord each : from) {
            for (String path : ShellExpansion.expanded(each, folder)) {
                Path name = ShellExpansion.resolve(folder, path).getFileName();
                if (name != null) {
                    touched.write(target, name.toString());
                }
            }
        }
    }

    /** Reads stream editors, which write files only with an option: {@code sed -i}. */
    private void inPlace(List<ShellWord> words) {
        for (ShellWord word : words) {
            String text = word.text();
            boolean together = text.startsWith("-") && !text.startsWith("--") && text.indexOf('i') > 0;
            if (together || text.startsWith("--in-place")) {
                for (ShellWord operand : operands(words)) {
                    if (operand.known() && isThere(operand)) {
                        write(operand);
                    }
                }
                return;
            }
        }
    }

    private boolean isThere(ShellWord word) {
        for (String path : ShellExpansion.expanded(word, folder)) {
            if (Files.exists(ShellExpansion.resolve(folder, path))) {
                return true;
            }
        }
        return false;
    }

    /** Commands that write only by certain options. */
    private void sometimes(List<ShellWord> words) {
        for (int i = 0; i < words.size(); i++) {
            String text = words.get(i).text();
            if (text.equals("-o") && i + 1 < words.size()) {
                write(words.get(i + 1));
            } else if (text.startsWith("of=")) {
                touched.write(folder, text.substring(3));
            } else if (text.equals("-delete") || text.startsWith("-exec") || text.startsWith("-ok")) {
                nameAll(words.subList(0, i), List.of());
            }
        }
    }

    private static List<ShellWord> operands(List<ShellWord> words) {
        List<ShellWord> operands = new ArrayList<>();
        boolean options = true;
        for (ShellWord word : words) {
            if (options && word.text().equals("--") && !word.quoted()) {
                options = false;
            } else if (!options || !word.text().startsWith("-")) {
                operands.add(word);
            }
        }
        return operands;
    }

    private void writeAll(List<ShellWord> words) {
        for (ShellWord word : words) {
            write(word);
        }
    }

    private void write(ShellWord word) {
        if (word.known()) {
            for (String path : ShellExpansion.expanded(word, folder)) {
                touched.write(folder, path);
            }
        }
    }

    private void nameAll(List<ShellWord> words, List<String> texts) {
        for (ShellWord word : words) {
            for (String path : ShellExpansion.expanded(word, folder)) {
                touched.name(folder, path);
                name(path);
            }
        }
        texts.forEach(this::name);
    }

    private void name(String text) {
        for (String piece : ShellExpansion.pieces(text)) {
            touched.name(folder, piece);
        }
    }
}
