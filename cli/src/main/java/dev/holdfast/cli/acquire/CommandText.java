package dev.holdfast.cli.acquire;

import dev.holdfast.cli.context.CommandContext;
import dev.holdfast.cli.output.ShellQuote;
import dev.holdfast.internal.base.StoreLocation;
import dev.holdfast.internal.base.Text;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** Commands that a message suggests, so that they can be typed as they are. */
final class CommandText {
    private static final String DELIMITER = "--";

    private CommandText() {}

    /** Returns a word for a shell, without characters that are not seen. */
    static String word(String word) {
        return ShellQuote.quoted(Text.shown(word));
    }

    /** Returns the options of this call that say where the locks are and who acts. */
    static String place(CommandContext context) {
        StringBuilder options = new StringBuilder();
        String store = context.options().store();
        String owner = context.options().owner();
        if (store != null) {
            options.append(" --store ").append(word(StoreLocation.of(store).toString()));
        }
        if (owner != null) {
            options.append(" --owner ").append(word(owner));
        }
        return options.toString();
    }

    /** Returns the call again with further options, which stand before the command to run, if there is one. */
    static String again(CommandContext context, String name, String more) {
        List<String> words = new ArrayList<>(context.arguments());
        int at = words.indexOf(DELIMITER);
        List<String> own = at < 0 ? words : words.subList(0, at);
        List<String> rest = at < 0 ? List.of() : words.subList(at, words.size());
        return "holdfast " + name + joined(own) + " " + more + joined(rest);
    }

    private static String joined(List<String> words) {
        return words.stream().map(word -> " " + word(StoreLocation.shown(word))).collect(Collectors.joining());
    }
}
