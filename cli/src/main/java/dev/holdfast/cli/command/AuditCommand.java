package dev.holdfast.cli.command;

import dev.holdfast.cli.audit.AuditRequest;
import dev.holdfast.cli.audit.AuditResult;
import dev.holdfast.cli.audit.AuditService;
import dev.holdfast.cli.audit.ProgressLine;
import dev.holdfast.cli.base.CommandFailure;
import dev.holdfast.cli.base.ExitCode;
import dev.holdfast.cli.base.ServersJar;
import dev.holdfast.cli.context.CommandContext;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
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
        String how = format(context);
        Path here = context.environment().folder();
        Path place = here.resolve(folder == null ? "." : folder).normalize();
        if (!Files.isDirectory(place)) {
            throw CommandFailure.usage(place + " is not a folder: name the one with the sources.");
        }
        AuditRequest order = new AuditRequest(place, prefix(here, place), rules, ignored, tests, known(here));
        AuditService auditing = ServersJar.service(AuditService.class, "audit");
        AuditResult audited;
        try (ProgressLine progress = ProgressLine.of(context.environment())) {
            audited = auditing.audit(order, progress);
        }
        if (writeBaseline) {
            return write(context, here, audited);
        }
        switch (how) {
            case "json" -> context.answer(audited.json());
            case "sarif" -> context.out().println(audited.sarif());
            default -> context.out().print(audited.text());
        }
        audited.remarks().forEach(context.err()::println);
        return audited.found() ? ExitCode.FOUND : ExitCode.DONE;
    }

    private String format(CommandContext context) {
        if (context.options().json()) {
            if (format != null && !format.equals("json")) {
                throw CommandFailure.usage("--json and --format " + format + " contradict each other: name one.");
            }
            return "json";
        }
        String how = format == null ? "text" : format;
        if (!List.of("text", "json", "sarif").contains(how)) {
            throw CommandFailure.usage("--format is text, json or sarif, not '" + how + "'.");
        }
        return how;
    }

    /** Returns the path from the current folder as a prefix, so that the user can open the reported files. */
    private static String prefix(Path here, Path place) {
        if (place.equals(here)) {
            return "";
        }
        Path way = place.startsWith(here) ? here.relativize(place) : place;
        String text = way.toString().replace('\\', '/');
        return text.endsWith("/") ? text : text + "/";
    }

    private @Nullable String known(Path here) throws IOException {
        if (baseline == null) {
            if (writeBaseline) {
                throw CommandFailure.usage("Say where to write it: --baseline FILE --write-baseline.");
            }
            return null;
        }
        Path file = here.resolve(baseline);
        if (writeBaseline) {
            return null;
        } else if (!Files.isRegularFile(file)) {
            throw CommandFailure.usage("There is no file " + file + ": create it with --write-baseline.");
        }
        return Files.readString(file);
    }

    private int write(CommandContext context, Path here, AuditResult audited) {
        Path file = here.resolve(String.valueOf(baseline));
        try {
            Files.writeString(file, audited.baseline());
        } catch (IOException e) {
            throw CommandFailure.unwritable(
                    file + " cannot be written (" + e.getMessage() + "): name another file with --baseline.");
        }
        audited.remarks().forEach(context.err()::println);
        context.err().println("Written to " + file + "; --baseline " + baseline + " keeps it apart from now on.");
        return ExitCode.DONE;
    }
}
