package dev.holdfast.cli.command;

import dev.holdfast.cli.ExitCode;
import dev.holdfast.cli.Surroundings;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** All commands, in the order and the groups in which the overview shows them. */
public final class Commands {
    /** One of them. */
    record Known(String group, String name, String summary, Supplier<HoldfastCommand> create) {}

    private static final List<Known> ALL = List.of(
            new Known("Locks", "acquire", "take locks, all or none, and print their receipts", AcquireCommand::new),
            new Known("Locks", "release", "give locks back", ReleaseCommand::new),
            new Known("Looking", "status", "who has what", StatusCommand::new),
            new Known("Looking", "who", "who has one resource; exit code 1 if nobody", WhoCommand::new),
            new Known("Looking", "history", "what happened to locks, newest first", HistoryCommand::new),
            new Known("Looking", "guard", "whether files may be written; exit code 2 if not", GuardCommand::new),
            new Known("Project", "init", "set a project up; repeatable", InitCommand::new),
            new Known("Repair", "clear", "clear all locks, after asking", ClearCommand::new),
            new Known("Repair", "force-release", "end the holds of others, for a reason", ForceReleaseCommand::new),
            new Known("Repair", "doctor", "look for what is wrong, and say what to do", DoctorCommand::new),
            new Known("Setting up", "completion", "completion for bash, zsh or fish", CompletionCommand::new));

    private Commands() {}

    static List<Known> all() {
        return ALL;
    }

    /** A new one, or null if there is none of that name. */
    public static @Nullable HoldfastCommand named(String name) {
        for (Known known : ALL) {
            if (known.name().equals(name)) {
                return known.create().get();
            }
        }
        return null;
    }

    public static int unknown(Surroundings surroundings, String name) {
        surroundings.err().println("holdfast: There is no command '" + name + "'. Try: holdfast --help");
        return ExitCode.USAGE;
    }
}
