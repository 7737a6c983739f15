package dev.holdfast.cli.sources;

import dev.holdfast.cli.context.CommandContext;
import java.io.IOException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** Writes how something should be locked. */
@FunctionalInterface
public interface PlanService {
    /**
     * The arguments of the command.
     *
     * @param answers the file with answers, or null
     * @param sources the folder to read answers from, or null
     * @param out the folder to write to, or null for standard output
     */
    record PlanRequest(
            @Nullable Path answers,
            @Nullable Path sources,
            @Nullable Path out) {}

    /** Writes the plan and returns the exit code of the command. */
    int plan(CommandContext context, PlanRequest request) throws IOException;
}
