package dev.holdfast.cli.command;

import dev.holdfast.cli.base.Environment;
import dev.holdfast.cli.context.CommandContext;
import dev.holdfast.cli.options.GlobalOptions;
import dev.holdfast.cli.output.Palette;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;

/** The base class of commands: global options, and a context that is closed after the command. */
public abstract class HoldfastCommand implements Callable<Integer> {
    @Mixin
    private GlobalOptions options = new GlobalOptions();

    private @Nullable Environment environment;

    private List<String> arguments = List.of();

    /** Sets the environment and the arguments, before the command is called. */
    public final void called(Environment where, List<String> with) {
        environment = where;
        arguments = List.copyOf(with);
    }

    @Override
    public final Integer call() throws Exception {
        if (environment == null) {
            throw new IllegalStateException("A command needs to know where it was called.");
        }
        Palette.require(options.color());
        try (CommandContext context = new CommandContext(environment, options, arguments)) {
            return run(context);
        }
    }

    /** Runs the command and returns the exit code. */
    protected abstract int run(CommandContext context) throws Exception;
}
