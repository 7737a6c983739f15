package dev.holdfast.cli.command;

import dev.holdfast.cli.ExitCode;
import dev.holdfast.cli.Surroundings;
import dev.holdfast.rules.Text;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** All commands, in the order and the groups in which the overview shows them. */
public final class Commands {
    /**
     * One of them.
     *
     * @param type its class rather than a way to make one: each method reference here would slow every start
     */
    record Known(String group, String name, String summary, Class<? extends HoldfastCommand> type) {
        HoldfastCommand create() {
            try {
                return type.getDeclaredConstructor().newInstance();
            } catch (ReflectiveOperationException e) {
                throw new IllegalStateException(type + " cannot be made without arguments.", e);
            }
        }
    }

    private static final List<Known> ALL = List.of(
            new Known("Locks", "acquire", "take locks, all or none, and print their receipts", AcquireCommand.class),
            new Known("Locks", "run", "hold locks while a command runs", RunCommand.class),
            new Known("Locks", "release", "give locks back", ReleaseCommand.class),
            new Known("Locks", "renew", "say that work goes on", RenewCommand.class),
            new Known("Locks", "verify", "whether a receipt still stands for a lock", VerifyCommand.class),
            new Known("Locks", "wait", "wait until something is free", WaitCommand.class),
            new Known("Looking", "status", "who has what", StatusCommand.class),
            new Known("Looking", "who", "who has one resource; exit code 1 if nobody", WhoCommand.class),
            new Known("Looking", "history", "what happened to locks, newest first", HistoryCommand.class),
            new Known("Looking", "guard", "whether files may be written; exit code 2 if not", GuardCommand.class),
            new Known(
                    "Assistants",
                    "hook",
                    "whether an assistant's tool may write; exit code 2 if not",
                    HookCommand.class),
            new Known("Assistants", "mcp", "tools for an assistant that takes its locks itself", McpCommand.class),
            new Known("Assistants", "hooks", "set up hooks for assistants and git, or remove them", HooksCommand.class),
            new Known("Project", "init", "set a project up; repeatable", InitCommand.class),
            new Known("Project", "trust", "let the store or server that a project names count", TrustCommand.class),
            new Known("Repair", "clear", "clear all locks, after asking", ClearCommand.class),
            new Known("Repair", "force-release", "end the holds of others, for a reason", ForceReleaseCommand.class),
            new Known("Repair", "doctor", "look for what is wrong, and say what to do", DoctorCommand.class),
            new Known("Sources", "audit", "find the known mistakes of locking in sources", AuditCommand.class),
            new Known("Serving", "serve", "serve locks over HTTP, with a page for people", ServeCommand.class),
            new Known("Serving", "token", "create, list, rotate and revoke access tokens", TokenCommand.class),
            new Known("Serving", "audit-log", "check the audit log of a server", AuditLogCommand.class),
            new Known("Scripts", "shell-lib", "print the locks for shell scripts", ShellLibCommand.class),
            new Known("Setting up", "plan", "whether and how to lock something, as a written plan", PlanCommand.class),
            new Known("Setting up", "demo", "play an example in a folder of its own", DemoCommand.class),
            new Known("Setting up", "completion", "completion for bash, zsh or fish", CompletionCommand.class));

    private Commands() {}

    static List<Known> all() {
        return ALL;
    }

    /** A new one, or null if there is none of that name. */
    public static @Nullable HoldfastCommand named(String name) {
        for (Known known : ALL) {
            if (known.name().equals(name)) {
                return known.create();
            }
        }
        return null;
    }

    /** Whether the command could be filled from what was written behind its name; if not, picocli knows more. */
    public static boolean fill(HoldfastCommand command, List<String> written) {
        return Digest.fills(command, written);
    }

    public static int unknown(Surroundings surroundings, String name) {
        surroundings.err().println("holdfast: There is no command '" + Text.shown(name) + "'. Try: holdfast --help");
        return ExitCode.USAGE;
    }
}
