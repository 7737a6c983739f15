package dev.holdfast.cli.command;

import dev.holdfast.cli.base.Environment;
import dev.holdfast.cli.base.ExitCode;
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
    record CommandEntry(String group, String name, String summary, Class<? extends HoldfastCommand> type) {
        HoldfastCommand create() {
            try {
                return type.getDeclaredConstructor().newInstance();
            } catch (ReflectiveOperationException e) {
                throw new IllegalStateException(type + " cannot be made without arguments.", e);
            }
        }
    }

    private static final List<CommandEntry> ALL = List.of(
            new CommandEntry("Locks", "acquire", "take locks, all or none, and print their receipts", AcquireCommand.class),
            new CommandEntry("Locks", "run", "hold locks while a command runs", RunCommand.class),
            new CommandEntry("Locks", "release", "give locks back", ReleaseCommand.class),
            new CommandEntry("Locks", "renew", "say that work goes on", RenewCommand.class),
            new CommandEntry("Locks", "verify", "whether a receipt still stands for a lock", VerifyCommand.class),
            new CommandEntry("Locks", "wait", "wait until something is free", WaitCommand.class),
            new CommandEntry("Looking", "status", "who has what", StatusCommand.class),
            new CommandEntry("Looking", "who", "who has one resource; exit code 1 if nobody", WhoCommand.class),
            new CommandEntry("Looking", "history", "what happened to locks, newest first", HistoryCommand.class),
            new CommandEntry("Looking", "guard", "whether files may be written; exit code 2 if not", GuardCommand.class),
            new CommandEntry(
                    "Assistants",
                    "hook",
                    "whether an assistant's tool may write; exit code 2 if not",
                    HookCommand.class),
            new CommandEntry("Assistants", "mcp", "tools for an assistant that takes its locks itself", McpCommand.class),
            new CommandEntry("Assistants", "hooks", "set up hooks for assistants and git, or remove them", HooksCommand.class),
            new CommandEntry("Project", "init", "set a project up; repeatable", InitCommand.class),
            new CommandEntry("Project", "trust", "let the store or server that a project names count", TrustCommand.class),
            new CommandEntry("Repair", "clear", "clear all locks, after asking", ClearCommand.class),
            new CommandEntry("Repair", "force-release", "end the holds of others, for a reason", ForceReleaseCommand.class),
            new CommandEntry("Repair", "doctor", "look for what is wrong, and say what to do", DoctorCommand.class),
            new CommandEntry("Sources", "audit", "find the known mistakes of locking in sources", AuditCommand.class),
            new CommandEntry("Serving", "serve", "serve locks over HTTP, with a page for people", ServeCommand.class),
            new CommandEntry("Serving", "token", "create, list, rotate and revoke access tokens", TokenCommand.class),
            new CommandEntry("Serving", "audit-log", "check the audit log of a server", AuditLogCommand.class),
            new CommandEntry("Scripts", "shell-lib", "print the locks for shell scripts", ShellLibCommand.class),
            new CommandEntry("Setting up", "plan", "whether and how to lock something, as a written plan", PlanCommand.class),
            new CommandEntry("Setting up", "demo", "play an example in a folder of its own", DemoCommand.class),
            new CommandEntry("Setting up", "completion", "completion for bash, zsh or fish", CompletionCommand.class));

    private Commands() {}

    static List<CommandEntry> all() {
        return ALL;
    }

    /** A new one, or null if there is none of that name. */
    public static @Nullable HoldfastCommand named(String name) {
        for (CommandEntry entry : ALL) {
            if (entry.name().equals(name)) {
                return entry.create();
            }
        }
        return null;
    }

    /** Whether the command could be filled from what was written behind its name; if not, picocli knows more. */
    public static boolean fill(HoldfastCommand command, List<String> written) {
        return FastParser.fills(command, written);
    }

    public static int unknown(Environment environment, String name) {
        environment.err().println("holdfast: There is no command '" + Text.shown(name) + "'. Try: holdfast --help");
        return ExitCode.USAGE;
    }
}
