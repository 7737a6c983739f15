package dev.holdfast.cli.command;

import dev.holdfast.cli.base.CommandFailure;
import dev.holdfast.cli.base.ExitCode;
import dev.holdfast.cli.context.CommandContext;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Set;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Prints a script with which a shell completes, and the words for these scripts. */
@Command(
        name = "completion",
        description = {
            "Prints a script with which a shell completes commands, options, and names of this project.",
            "The scripts call: holdfast completion words -- WORD..."
        },
        footer = {
            "source <(holdfast completion bash)      in ~/.bashrc",
            "source <(holdfast completion zsh)       in ~/.zshrc, after compinit",
            "holdfast completion fish | source       in ~/.config/fish/config.fish"
        })
final class CompletionCommand extends HoldfastCommand {
    private static final Set<String> SHELLS = Set.of("bash", "zsh", "fish");
    private static final String WORDS = "words";

    @Parameters(paramLabel = "SHELL", arity = "1..*", description = "bash, zsh or fish.")
    private List<String> arguments = List.of();

    @Override
    protected int run(CommandContext context) throws IOException {
        String shell = arguments.get(0);
        if (shell.equals(WORDS)) {
            List<String> typed = arguments.subList(1, arguments.size());
            CompletionWords.of(context.environment(), typed.isEmpty() ? List.of("") : typed)
                    .forEach(context.out()::println);
            return ExitCode.DONE;
        }
        if (!SHELLS.contains(shell) || arguments.size() > 1) {
            throw CommandFailure.usage(
                    "There is no completion for " + String.join(" ", arguments) + ": name bash, zsh or fish.");
        }
        String file = "/dev/holdfast/cli/completion/holdfast." + shell;
        try (InputStream script = CompletionCommand.class.getResourceAsStream(file)) {
            if (script == null) {
                throw new IllegalStateException("The command was built without " + file);
            }
            script.transferTo(context.out());
        }
        context.out().flush();
        return ExitCode.DONE;
    }
}
