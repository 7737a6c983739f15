package dev.holdfast.cli.command;

import dev.holdfast.cli.base.CommandJar;
import dev.holdfast.cli.context.CommandContext;
import dev.holdfast.cli.sources.AuditService;
import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Looks for mistakes of locking in the sources of an application. */
@Command(
        name = "audit",
        description = {
            "Finds the known mistakes of locking in Java sources, SQL files and settings, and says how to fix each.",
            "It changes nothing. The exit code is 1 if it found something."
        },
        footer = {
            "holdfast audit .",
            "holdfast audit . --format sarif >audit.sarif",
            "holdfast audit . --baseline audit-baseline.json --write-baseline"
        })
final class AuditCommand extends HoldfastCommand {
    @Parameters(paramLabel = "DIR", arity = "1", description = "The folder with the sources.")
    private @Nullable String folder;

    @Option(names = "--format", paramLabel = "FORMAT", description = "The output format: text, json or sarif.")
    private @Nullable String format;

    @Option(
            names = "--baseline",
            paramLabel = "FILE",
            description = "A file with known findings: only new ones are reported and count.")
    private @Nullable String baseline;

    @Option(names = "--write-baseline", description = "Write all findings to the file of --baseline.")
    private boolean writeBaseline;

    @Option(names = "--rule", paramLabel = "RULE", description = "Look only for this mistake; may repeat.")
    private List<String> rules = List.of();

    @Option(names = "--ignore", paramLabel = "RULE", description = "Do not look for this mistake; may repeat.")
    private List<String> ignored = List.of();

    @Option(names = "--tests", description = "Look at the sources of tests too.")
    private boolean tests;

    @Override
    protected int run(CommandContext context) throws IOException {
        AuditService.AuditRequest request = new AuditService.AuditRequest(
                folder == null ? "." : folder, format, baseline, writeBaseline, rules, ignored, tests);
        return CommandJar.AUDIT.service(AuditService.class, "audit").audit(context, request);
    }
}
