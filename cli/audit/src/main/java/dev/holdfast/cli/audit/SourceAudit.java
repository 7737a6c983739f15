package dev.holdfast.cli.audit;

import dev.holdfast.audit.Audit;
import dev.holdfast.audit.Baseline;
import dev.holdfast.audit.base.Rule;
import dev.holdfast.cli.base.CommandFailure;
import dev.holdfast.cli.base.ExitCode;
import dev.holdfast.cli.context.CommandContext;
import dev.holdfast.cli.sources.AuditService;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Runs the audit for the command, and prints what it found. */
public final class SourceAudit implements AuditService {
    @Override
    public int audit(CommandContext context, AuditRequest request) throws IOException {
        String how = format(context, request.format());
        Path here = context.environment().folder();
        Path place = here.resolve(request.folder()).normalize();
        if (!Files.isDirectory(place)) {
            throw CommandFailure.usage(place + " is not a folder: name the one with the sources.");
        }
        Baseline baseline = baseline(here, request);
        Audit audit = new Audit(place, prefix(here, place), rules(request), request.tests());
        AuditResult audited;
        try (ProgressLine progress = ProgressLine.of(context.environment())) {
            audited = new AuditResult(audit.run(progress::files), baseline);
        }
        if (request.writeBaseline()) {
            return write(context, String.valueOf(request.baseline()), audited);
        }
        switch (how) {
            case "json" -> context.answer(audited.json());
            case "sarif" -> context.out().println(audited.sarif());
            default -> context.out().print(audited.text());
        }
        audited.remarks().forEach(context.err()::println);
        return audited.found() ? ExitCode.FOUND : ExitCode.DONE;
    }

    private static String format(CommandContext context, @Nullable String format) {
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

    private static Baseline baseline(Path here, AuditRequest request) throws IOException {
        if (request.baseline() == null && request.writeBaseline()) {
            throw CommandFailure.usage("Say where to write it: --baseline FILE --write-baseline.");
        } else if (request.baseline() == null || request.writeBaseline()) {
            return Baseline.NONE;
        }
        Path file = here.resolve(request.baseline());
        if (!Files.isRegularFile(file)) {
            throw CommandFailure.usage("There is no file " + file + ": create it with --write-baseline.");
        }
        try {
            return Baseline.read(Files.readString(file));
        } catch (IllegalArgumentException e) {
            throw CommandFailure.usage("The file of --baseline cannot be used: " + e.getMessage()
                    + ". Write it again with --write-baseline.");
        }
    }

    private static int write(CommandContext context, String baseline, AuditResult audited) {
        Path file = context.environment().folder().resolve(baseline);
        try {
            // A clone may have a link of that name, which would lead the text elsewhere.
            Files.writeString(
                    file,
                    audited.baseline(),
                    StandardOpenOption.CREATE,
                    StandardOpenOption.TRUNCATE_EXISTING,
                    StandardOpenOption.WRITE,
                    LinkOption.NOFOLLOW_LINKS);
        } catch (IOException e) {
            throw CommandFailure.unwritable(
                    file + " cannot be written (" + e.getMessage() + "): name another file with --baseline.");
        }
        audited.remarks().forEach(context.err()::println);
        context.say("Written to " + file + "; --baseline " + baseline + " keeps it apart from now on.");
        return ExitCode.DONE;
    }

    private static Set<Rule> rules(AuditRequest request) {
        Set<Rule> rules = request.rules().isEmpty() ? EnumSet.allOf(Rule.class) : EnumSet.noneOf(Rule.class);
        request.rules().forEach(id -> rules.add(rule(id)));
        request.ignored().forEach(id -> rules.remove(rule(id)));
        if (rules.isEmpty()) {
            throw CommandFailure.usage("There is nothing left to look for: --ignore has all that --rule has.");
        }
        return rules;
    }

    private static Rule rule(String id) {
        Rule rule = Rule.named(id);
        if (rule == null) {
            throw CommandFailure.usage(
                    "There is no rule '" + id + "'; there are " + String.join(", ", Rule.ids()) + ".");
        }
        return rule;
    }
}
