package dev.holdfast.cli.command;

import dev.holdfast.cli.base.CommandJar;
import dev.holdfast.cli.context.CommandContext;
import dev.holdfast.cli.sources.PlanService;
import java.io.IOException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Asks what something needs, and writes how to lock it. */
@Command(
        name = "plan",
        description = {
            "Asks a few questions, or takes the answers from a file or a folder of sources, and says whether and how to lock:",
            "type, storage, time limits, groups, and how no code can forget it. The plan is Markdown, with configuration and tables",
            "that can be used as they are."
        },
        footer = {
            "holdfast plan",
            "holdfast plan --answers answers.yaml --out locking",
            "holdfast plan --from . --no-input"
        })
final class PlanCommand extends HoldfastCommand {
    @Option(
            names = "--answers",
            paramLabel = "FILE",
            description = "YAML with answers; the defaults apply for missing ones.")
    private @Nullable Path answersFile;

    @Option(names = "--from", paramLabel = "FOLDER", description = "Sources to read answers from, before asking.")
    private @Nullable Path sources;

    @Option(
            names = "--out",
            paramLabel = "FOLDER",
            description = "Where to write plan.md and the files beside it; overwrites nothing.")
    private @Nullable Path folder;

    @Override
    protected int run(CommandContext context) throws IOException {
        PlanService.PlanRequest request = new PlanService.PlanRequest(answersFile, sources, folder);
        return CommandJar.AUDIT.service(PlanService.class, "planner").plan(context, request);
    }
}
