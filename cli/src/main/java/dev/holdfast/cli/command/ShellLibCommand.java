package dev.holdfast.cli.command;

import dev.holdfast.cli.base.CommandFailure;
import dev.holdfast.cli.base.ExitCode;
import dev.holdfast.cli.context.CommandContext;
import java.io.IOException;
import java.io.InputStream;
import picocli.CommandLine.Command;

/** Prints the locks for shell scripts, which need nothing else of Holdfast. */
@Command(
        name = "shell-lib",
        description = "Prints a file for plain sh with board_lock_acquire and board_lock_release.",
        footer = {"holdfast shell-lib >lib/lock.sh"})
final class ShellLibCommand extends HoldfastCommand {
    private static final String LIBRARY = "/dev/holdfast/cli/shell/lock.sh";

    @Override
    protected int run(CommandContext context) throws IOException {
        try (InputStream library = ShellLibCommand.class.getResourceAsStream(LIBRARY)) {
            if (library == null) {
                throw new IllegalStateException("The command was built without " + LIBRARY);
            }
            library.transferTo(context.out());
        }
        context.out().flush();
        if (context.out().checkError()) {
            throw new CommandFailure(ExitCode.UNWRITABLE, "The library could not be written; make room for it.");
        }
        return ExitCode.DONE;
    }
}
