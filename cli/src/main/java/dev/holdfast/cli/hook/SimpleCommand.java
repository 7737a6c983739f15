package dev.holdfast.cli.hook;

import java.util.ArrayList;
import java.util.List;

/** One command of a line, with the files that its output goes to and the texts that it is given. Not thread-safe. */
final class SimpleCommand {
    final List<ShellWord> words = new ArrayList<>();
    final List<ShellWord> outputs = new ArrayList<>();
    final List<String> texts = new ArrayList<>();

    boolean isEmpty() {
        return words.isEmpty() && outputs.isEmpty();
    }
}
