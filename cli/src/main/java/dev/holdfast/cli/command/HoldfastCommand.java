package dev.holdfast.cli.command;

import dev.holdfast.cli.Call;
import dev.holdfast.cli.Surroundings;
import dev.holdfast.cli.options.GlobalOptions;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;

/** What all commands share: the global options, and a call that is closed when the command is over. */
public abstract class HoldfastCommand implements Callable<Integer> {
    @Mixin
    private GlobalOptions options = new GlobalOptions();

    private @Nullable Surroundings surroundings;

    private List<String> arguments = List.of();

    /** To be told where it is called and with what, before it is. */
    public final void called(Surroundings where, List<String> with) {
        surroundings = where;
        arguments = List.copyOf(with);
    }

    @Override
    public final Integer call() throws Exception {
        if (surroundings == null) {
            throw new IllegalStateException("A command needs to know where it was called.");
        }
        try (Call call = new Call(surroundings, options, arguments)) {
            return run(call);
        }
    }

    /** Does it; the exit code. */
    protected abstract int run(Call call) throws Exception;
}
