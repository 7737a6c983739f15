package dev.holdfast.cli.command;

import dev.holdfast.cli.base.CommandFailure;
import dev.holdfast.cli.base.ExitCode;
import dev.holdfast.cli.context.CommandContext;
import dev.holdfast.cli.project.ServeSettings;
import dev.holdfast.internal.auditlog.AuditCheck;
import dev.holdfast.internal.auditlog.AuditFiles;
import dev.holdfast.internal.auditlog.AuditReport;
import dev.holdfast.internal.base.Text;
import dev.holdfast.internal.views.JsonAnswer;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Checks the audit log of a server. */
@Command(
        name = "audit-log",
        description = {
            "Checks that no line of a server's audit log was changed, inserted, moved or deleted, over all its files.",
            "Prints the last hash. Note it elsewhere: with --expect, lines that were cut off at the end are found too.",
            "The exit code is 1 if the log is broken. A log with a key needs HOLDFAST_AUDIT_KEY."
        },
        footer = {
            "holdfast audit-log verify",
            "holdfast audit-log verify /var/log/holdfast/audit.jsonl",
            "holdfast audit-log verify /var/log/holdfast --expect 9f86d081884c7d65..."
        })
final class AuditLogCommand extends HoldfastCommand {
    private static final int TRIES = 3;
    private static final int DIGITS = 64;

    @Parameters(
            paramLabel = "verify [FILE|FOLDER]",
            arity = "1..*",
            description = "verify, and the file that the server writes, or its folder; as configured unless given.")
    private List<String> words = List.of();

    @Option(names = "--expect", paramLabel = "HASH", description = "A hash that was noted before; a line must have it.")
    private @Nullable String expect;

    private record KeyedLog(AuditFiles files, @Nullable String key) {}

    @Override
    protected int run(CommandContext context) throws IOException {
        if (!words.get(0).equals("verify") || words.size() > 2) {
            throw CommandFailure.usage("Write it as: holdfast audit-log verify [FILE|FOLDER]");
        }
        String expected = expect == null ? null : expect.strip().toLowerCase(Locale.ROOT);
        if (expected != null && (expected.length() != DIGITS || !expected.matches("[0-9a-f]*"))) {
            throw CommandFailure.usage("A hash has " + DIGITS + " hexadecimal digits, as audit-log verify prints it.");
        }
        List<KeyedLog> places = places(context);
        if (expected != null && places.size() > 1) {
            throw CommandFailure.usage("A hash is of one log, and there are several in that folder: name the file.");
        }
        List<AuditReport> reports = new ArrayList<>();
        for (KeyedLog place : places) {
            reports.add(check(place, expected));
        }
        if (context.options().json()) {
            context.answer(new JsonAnswer()
                    .with("logs", reports.stream().map(AuditLogCommand::json).toList()));
        } else {
            reports.forEach(report -> tell(context, report));
        }
        return reports.stream().allMatch(AuditReport::intact) ? ExitCode.DONE : ExitCode.FOUND;
    }

    private List<KeyedLog> places(CommandContext context) throws IOException {
        if (words.size() < 2) {
            ServeSettings.Audit audit =
                    context.project().serve(ServeSettings.ListenOptions.NONE).audit();
            Path file = audit.file();
            if (file == null) {
                throw CommandFailure.usage(
                        "No audit log is configured here. Name its file: holdfast audit-log verify FILE");
            }
            return List.of(new KeyedLog(new AuditFiles(file), audit.key()));
        }
        Path named = context.environment().folder().resolve(words.get(1));
        String key = context.environment().variable("HOLDFAST_AUDIT_KEY");
        if (!Files.isDirectory(named)) {
            return List.of(new KeyedLog(new AuditFiles(named), key));
        }
        List<KeyedLog> places = new ArrayList<>();
        try (DirectoryStream<Path> all = Files.newDirectoryStream(named, "*" + AuditFiles.SUFFIX)) {
            for (Path file : all) {
                if (Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
                    places.add(new KeyedLog(new AuditFiles(file), key));
                }
            }
        }
        if (places.isEmpty()) {
            throw CommandFailure.usage(
                    "There is no audit log in " + Text.shown(named.toString()) + ", no file whose name ends with "
                            + AuditFiles.SUFFIX + ": name the file that the server writes.");
        }
        places.sort(
                (one, other) -> one.files().current().compareTo(other.files().current()));
        return places;
    }

    /** Checks a log. A server may write meanwhile: files that changed are read again. */
    private static AuditReport check(KeyedLog place, @Nullable String expected) throws IOException {
        Path current = place.files().current();
        try {
            for (int i = 1; ; i++) {
                String before = state(current);
                try {
                    AuditReport report = new AuditCheck(place.files(), place.key(), expected).run();
                    if (report.intact() || i == TRIES || before.equals(state(current))) {
                        return report;
                    }
                } catch (NoSuchFileException e) {
                    if (i == TRIES || !place.files().hasCurrent()) {
                        throw e;
                    }
                }
            }
        } catch (NoSuchFileException e) {
            throw CommandFailure.usage("There is no audit log " + Text.shown(current.toString())
                    + ": name the file that the server writes, or its folder.");
        } catch (IOException e) {
            throw CommandFailure.usage("The audit log cannot be read (" + Text.shown(String.valueOf(e.getMessage()))
                    + "): make it readable for this user.");
        }
    }

    private static String state(Path file) {
        try {
            return Files.size(file) + " " + Files.getAttribute(file, "basic:fileKey", LinkOption.NOFOLLOW_LINKS);
        } catch (IOException e) {
            return "";
        }
    }

    private static JsonAnswer empty() {
        return new JsonAnswer();
    }

    private static Object json(AuditReport report) {
        AuditReport.Break broken = report.broken();
        AuditReport.Last last = report.last();
        return empty().with("intact", report.intact())
                .with("files", report.files().stream().map(Path::toString).toList())
                .with("lines", report.lines())
                .with(
                        "broken",
                        broken == null
                                ? null
                                : empty().with("file", broken.file().toString())
                                        .with("line", broken.line())
                                        .with("sentence", broken.why())
                                        .tree())
                .with(
                        "last",
                        last == null
                                ? null
                                : empty().with("number", last.number())
                                        .with("hash", last.hash())
                                        .with("time", last.time())
                                        .with("stopped", last.stopped())
                                        .tree())
                .with("remarks", report.remarks())
                .tree();
    }

    private static void tell(CommandContext context, AuditReport report) {
        AuditReport.Break broken = report.broken();
        AuditReport.Last last = report.last();
        if (broken != null) {
            context.out()
                    .println("Broken: " + Text.shown(broken.file().toString())
                            + (broken.line() > 0 ? ", line " + broken.line() : "") + ". " + broken.why());
            context.out().println("Lines before it that are intact: " + report.lines());
        } else if (last != null) {
            context.out()
                    .println("Intact: " + report.lines() + " lines in "
                            + report.files().size()
                            + (report.files().size() == 1 ? " file" : " files") + ", until " + Text.shown(last.time())
                            + ".");
            context.out().println("Last hash: " + last.hash());
            if (!last.stopped()) {
                context.say("The server runs, or was not stopped in order. Lines that were cut off at the end would"
                        + " only be found with --expect and a hash noted before.");
            }
        }
        report.remarks().forEach(remark -> context.say(Text.shown(remark)));
    }
}
