package dev.holdfast.cli.acquire;

import dev.holdfast.HandOverRequest;
import dev.holdfast.Mode;
import dev.holdfast.cli.context.CommandContext;
import dev.holdfast.cli.output.ShellQuote;
import dev.holdfast.internal.base.StoreLocation;
import dev.holdfast.internal.base.Text;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.stream.Collectors;

/** Commands that a message suggests, so that they can be typed as they are. */
public final class CommandText {
    private static final String DELIMITER = "--";

    private CommandText() {}

    /** Returns a word for a shell, without characters that are not seen. */
    public static String word(String word) {
        return ShellQuote.quoted(Text.shown(word));
    }

    /** Returns the options of this call that say where the locks are and who acts. */
    public static String place(CommandContext context) {
        String owner = context.options().owner();
        return store(context) + (owner == null ? "" : " --owner " + word(owner));
    }

    private static String store(CommandContext context) {
        String store = context.options().store();
        return store == null ? "" : " --store " + word(StoreLocation.of(store).toString());
    }

    /** Returns the command that waits until these resources of the context's store are free. */
    public static String waiting(CommandContext context, Collection<String> resources) {
        return "holdfast wait " + words(resources) + " --wait 5m" + store(context);
    }

    /** Returns the command that asks the holder of a resource of the context's store. */
    public static String asking(CommandContext context, String resource, Mode mode) {
        return "holdfast request " + word(resource) + (mode == Mode.SHARED ? " --mode shared" : "") + place(context);
    }

    /** Returns the command that answers a request with a promise, as the holder itself and so from any terminal. */
    public static String answering(CommandContext context, HandOverRequest request) {
        return "holdfast answer " + word(request.resource()) + " in 10m" + store(context) + " --owner "
                + word(request.holder().id());
    }

    /** Returns the command that takes these resources of the context's store over. */
    public static String takingOver(CommandContext context, Collection<String> resources) {
        return "holdfast acquire " + words(resources) + " --override --note 'your reason'" + place(context);
    }

    /** Returns several words for a shell, with a space between them. */
    public static String words(Collection<String> words) {
        return words.stream().map(CommandText::word).collect(Collectors.joining(" "));
    }

    /** Returns the call again. */
    static String again(CommandContext context, String name) {
        return "holdfast " + name + joined(context.arguments());
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
