package dev.holdfast.cli.command;

import dev.holdfast.cli.command.Commands.CommandEntry;
import dev.holdfast.config.internal.NearestWord;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** The command that was most likely meant by a word that is none. */
final class CommandGuess {
    /** Words of other tools, and the command that does the same. */
    private static final Map<String, String> OTHER_WORDS = Map.ofEntries(
            Map.entry("lock", "acquire"),
            Map.entry("take", "acquire"),
            Map.entry("get", "acquire"),
            Map.entry("unlock", "release"),
            Map.entry("free", "release"),
            Map.entry("drop", "release"),
            Map.entry("list", "status"),
            Map.entry("ls", "status"),
            Map.entry("ps", "status"),
            Map.entry("show", "status"),
            Map.entry("locks", "status"),
            Map.entry("exec", "run"),
            Map.entry("with", "run"),
            Map.entry("log", "history"),
            Map.entry("events", "watch"),
            Map.entry("tail", "watch"),
            Map.entry("steal", "force-release"),
            Map.entry("break", "force-release"),
            Map.entry("kill", "force-release"),
            Map.entry("force", "force-release"),
            Map.entry("override", "acquire"),
            Map.entry("refresh", "renew"),
            Map.entry("extend", "renew"),
            Map.entry("touch", "renew"),
            Map.entry("check", "doctor"),
            Map.entry("server", "serve"));

    private CommandGuess() {}

    static Optional<String> of(String word) {
        return Optional.ofNullable(OTHER_WORDS.get(word.toLowerCase(Locale.ROOT)))
                .or(() -> NearestWord.to(
                        word, Commands.all().stream().map(CommandEntry::name).toList()));
    }
}
