package dev.holdfast.cli.command;

import dev.holdfast.cli.base.CommandFailure;
import dev.holdfast.cli.base.ExitCode;
import dev.holdfast.cli.command.Commands.CommandEntry;
import dev.holdfast.cli.context.CommandContext;
import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;

/** Prints a script with which a shell completes commands and options. */
@Command(
        name = "completion",
        description = "Prints a script with which a shell completes commands and options.",
        footer = {
            "source <(holdfast completion bash)      in ~/.bashrc",
            "source <(holdfast completion zsh)       in ~/.zshrc, after compinit",
            "holdfast completion fish | source       in ~/.config/fish/config.fish"
        })
final class CompletionCommand extends HoldfastCommand {
    @Parameters(paramLabel = "SHELL", description = "bash, zsh or fish.")
    private String shell = "";

    @Override
    protected int run(CommandContext context) {
        context.out().print(script());
        return ExitCode.DONE;
    }

    private String script() {
        return switch (shell) {
            // It recognises zsh, and there uses zsh's own way of reading completions of bash.
            case "bash", "zsh" -> AutoComplete.bash("holdfast", all());
            case "fish" -> new FishCompletion(all()).script();
            default -> throw CommandFailure.usage("There is no completion for " + shell + ": name bash, zsh or fish.");
        };
    }

    private static CommandLine all() {
        CommandLine all = new CommandLine(CommandSpec.create().name("holdfast"));
        for (CommandEntry entry : Commands.all()) {
            all.addSubcommand(entry.name(), entry.create());
        }
        return all;
    }
}
