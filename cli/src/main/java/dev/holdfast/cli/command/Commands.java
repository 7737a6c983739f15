package dev.holdfast.cli.command;

import dev.holdfast.cli.base.Environment;
import dev.holdfast.cli.base.ExitCode;
import dev.holdfast.internal.base.Text;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** All commands, in the order and the groups in which the overview shows them. */
public final class Commands {
    /**
     * An entry of the list.
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
            new CommandEntry(
                    "Locks", "acquire", "take locks, all or none, and print their receipts", AcquireCommand.class),
            new CommandEntry("Locks", "run", "hold locks while a command runs", RunCommand.class),
            new CommandEntry("Locks", "release", "release locks", ReleaseCommand.class),
            new CommandEntry("Locks", "renew", "renew locks, so that they do not expire", RenewCommand.class),
            new CommandEntry("Locks", "verify", "check that a receipt's lock is still held", VerifyCommand.class),
            new CommandEntry("Locks", "wait", "wait until resources are free", WaitCommand.class),
            new CommandEntry("Asking", "request", "ask a holder to hand its lock over", RequestCommand.class),
            new CommandEntry("Asking", "requests", "show requests, and what became of them", RequestsCommand.class),
            new CommandEntry("Asking", "answer", "answer a request: now, in a while, or no", AnswerCommand.class),
            new CommandEntry("Looking", "status", "show all locks and their holders", StatusCommand.class),
            new CommandEntry("Looking", "top", "show all locks live on the whole screen", TopCommand.class),
            new CommandEntry("Looking", "watch", "show every event as it happens", WatchCommand.class),
            new CommandEntry("Looking", "who", "show who has one resource; exit code 1 if free", WhoCommand.class),
            new CommandEntry("Looking", "history", "list the events of locks, newest first", HistoryCommand.class),
            new CommandEntry(
                    "Looking", "guard", "check that files may be written; exit code 2 if not", GuardCommand.class),
            new CommandEntry(
                    "Assistants",
                    "hook",
                    "check that an assistant's tool may write; exit code 2 if not",
                    HookCommand.class),
            new CommandEntry("Assistants", "mcp", "serve lock tools to an assistant", McpCommand.class),
            new CommandEntry(
                    "Assistants", "hooks", "set up hooks for assistants and git, or remove them", HooksCommand.class),
            new CommandEntry("Project", "git", "refuse pushes of what others hold, as a hook", GitCommand.class),
            new CommandEntry("Project", "init", "set up a project; repeatable", InitCommand.class),
            new CommandEntry("Project", "trust", "trust the store or server that a project names", TrustCommand.class),
            new CommandEntry("Repair", "clear", "clear all locks, after a confirmation", ClearCommand.class),
            new CommandEntry(
                    "Repair", "force-release", "end the holds of others, with a reason", ForceReleaseCommand.class),
            new CommandEntry("Repair", "doctor", "find problems, and say how to fix them", DoctorCommand.class),
            new CommandEntry("Sources", "audit", "find the known mistakes of locking in sources", AuditCommand.class),
            new CommandEntry("Serving", "serve", "serve locks over HTTP, with a page for people", ServeCommand.class),
            new CommandEntry("Serving", "token", "create, list, rotate and revoke access tokens", TokenCommand.class),
            new CommandEntry("Serving", "audit-log", "check the audit log of a server", AuditLogCommand.class),
            new CommandEntry(
                    "Scripts", "shell-lib", "print the lock functions for shell scripts", ShellLibCommand.class),
            new CommandEntry("Setting up", "plan", "write a plan: whether and how to lock", PlanCommand.class),
            new CommandEntry("Setting up", "demo", "play an example in a folder of its own", DemoCommand.class),
            new CommandEntry(
                    "Setting up", "completion", "print the completion for bash, zsh or fish", CompletionCommand.class));

    private Commands() {}

    static List<CommandEntry> all() {
        return ALL;
    }

    /** Returns the names of all commands. */
    public static List<String> names() {
        return ALL.stream().map(CommandEntry::name).toList();
    }

    /** Returns a new command, or null if there is none of that name. */
    public static @Nullable HoldfastCommand named(String name) {
        for (CommandEntry entry : ALL) {
            if (entry.name().equals(name)) {
                return entry.create();
            }
        }
        return null;
    }

    /** Returns whether the fast parser could fill the command; if not, picocli parses the arguments. */
    public static boolean fill(HoldfastCommand command, List<String> written) {
        return FastParser.fills(command, written);
    }

    /** Reports a command that does not exist, with the one that was most likely meant. */
    public static int unknown(Environment environment, String name) {
        environment
                .err()
                .println("holdfast: There is no command '" + Text.shown(name) + "'"
                        + CommandGuess.of(name)
                                .map(near -> "; did you mean '" + near + "'? Try: holdfast " + near + " --help")
                                .orElse(". Try: holdfast --help"));
        return ExitCode.USAGE;
    }
}
