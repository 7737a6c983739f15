package dev.holdfast.cli.command;

import dev.holdfast.cli.base.CommandFailure;
import dev.holdfast.cli.base.ExitCode;
import dev.holdfast.cli.context.CommandContext;
import dev.holdfast.cli.install.AssistantHooks;
import dev.holdfast.cli.install.GitHooks;
import dev.holdfast.cli.install.Installation;
import dev.holdfast.cli.install.Launcher;
import dev.holdfast.cli.options.DurationConverter;
import dev.holdfast.internal.views.JsonAnswer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Sets up what calls Holdfast by itself, and takes it away again. */
@Command(
        name = "hooks",
        description = {
            "Installs hooks, with which assistants and git ask before files are written, or removes them.",
            "install claude, gemini or git; remove the same. Repeatable; all else in those files stays as it is."
        },
        footer = {
            "holdfast hooks install claude --take mapped",
            "holdfast hooks install git --release-after-push",
            "holdfast hooks remove claude"
        })
final class HooksCommand extends HoldfastCommand {
    @Parameters(
            paramLabel = "ACTION",
            arity = "1..*",
            description = "install or remove, and claude, gemini or git; several may be named.")
    private List<String> words = List.of();

    @Option(names = "--user", description = "In the settings of the user, for all projects.")
    private boolean user;

    @Option(names = "--local", description = "In the settings that only this user has in this project (claude).")
    private boolean local;

    @Option(names = "--take", paramLabel = "WHAT", description = "As of holdfast hook: mapped, all or nothing.")
    private @Nullable String take;

    @Option(
            names = "--grace",
            paramLabel = "TIME",
            converter = DurationConverter.class,
            description = "As of holdfast hook: how long a lock lasts after the last edit.")
    private @Nullable Duration grace;

    @Option(names = "--when-away", paramLabel = "HOW", description = "As of holdfast hook: open or closed.")
    private @Nullable String away;

    @Option(names = "--release-after-push", description = "Release your own locks when their files are pushed (git).")
    private boolean release;

    @Option(names = "--command", paramLabel = "TEXT", description = "How to call holdfast there.")
    private @Nullable String launcher;

    @Override
    protected int run(CommandContext context) {
        boolean install = words.get(0).equals("install");
        List<String> names = words.subList(1, words.size());
        if ((!install && !words.get(0).equals("remove")) || names.isEmpty()) {
            throw CommandFailure.usage(
                    "Write it as: holdfast hooks install claude (or gemini, git), or holdfast hooks remove claude.");
        }
        for (String name : names) {
            if (!name.equals("git") && !AssistantHooks.names().contains(name)) {
                throw CommandFailure.usage("There are hooks for claude, gemini and git, not for '" + name + "'.");
            }
        }
        Installation installation = new Installation();
        String command = install ? Launcher.of(context.environment(), launcher) : "";
        for (String name : names) {
            if (name.equals("git")) {
                git(context, install, command, installation);
            } else {
                assistant(context, name, install, command, installation);
            }
        }
        tell(context, installation);
        return ExitCode.DONE;
    }

    private void git(CommandContext context, boolean install, String command, Installation installation) {
        GitHooks hooks = GitHooks.of(context.project().root());
        if (install) {
            hooks.install(command, release, installation);
        } else {
            hooks.remove(installation);
        }
    }

    private void assistant(
            CommandContext context, String name, boolean install, String command, Installation installation) {
        Path base = user ? context.environment().home() : context.project().root();
        AssistantHooks hooks = AssistantHooks.of(name, base, local);
        if (!user) {
            hooks.requireWithin(base);
        }
        if (install) {
            hooks.install(command + " hook" + options(), installation);
        } else {
            hooks.remove(installation);
        }
    }

    private String options() {
        HookCommand.taking(take);
        HookCommand.closed(away);
        return (take == null ? "" : " --take " + take)
                + (grace == null ? "" : " --grace " + grace)
                + (away == null ? "" : " --when-away " + away);
    }

    private static void tell(CommandContext context, Installation done) {
        if (context.options().json()) {
            context.answer(new JsonAnswer()
                    .with("made", done.made())
                    .with("changed", done.changed())
                    .with("removed", done.removed())
                    .with("kept", done.kept()));
            return;
        }
        done.made().forEach(file -> context.out().println("Created " + file + "."));
        done.changed().forEach(file -> context.out().println("Changed " + file + "."));
        done.removed().forEach(file -> context.out().println("Removed " + file + "."));
        done.kept().forEach(file -> context.out().println("Kept " + file + ", which is up to date."));
        if (done.made().size()
                        + done.changed().size()
                        + done.removed().size()
                        + done.kept().size()
                == 0) {
            context.out().println("There was nothing to remove.");
        }
    }
}
