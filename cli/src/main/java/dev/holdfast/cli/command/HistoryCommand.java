package dev.holdfast.cli.command;

import dev.holdfast.HistoryEntry;
import dev.holdfast.LockAdmin.HistoryQuery;
import dev.holdfast.LockEvent;
import dev.holdfast.Owner;
import dev.holdfast.cli.base.CommandFailure;
import dev.holdfast.cli.base.ExitCode;
import dev.holdfast.cli.context.CommandContext;
import dev.holdfast.cli.options.DurationConverter;
import dev.holdfast.cli.options.EventKindConverter;
import dev.holdfast.cli.output.EventText;
import dev.holdfast.internal.base.Moments;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Lists the events of locks, newest first. */
@Command(
        name = "history",
        description =
                "Lists the events of locks, newest first: who acquired, released, took over or lost what, and why.",
        footer = {
            "holdfast history Chapter_03 --limit 5",
            "holdfast history --by CLI-12345 --since 2h",
            "holdfast history --kind overridden --kind forced --json"
        })
final class HistoryCommand extends HoldfastCommand {
    /** More than any store keeps. */
    private static final int ALL = 1_000_000;

    @Parameters(
            paramLabel = "RESOURCE",
            arity = "0..*",
            description = "Only these, by name or by a file of the project; a name that ends in * is a prefix.")
    private List<String> resources = List.of();

    @Option(names = "--by", paramLabel = "NAME", description = "Only events that this owner caused or was affected by.")
    private @Nullable String by;

    @Option(
            names = "--kind",
            paramLabel = "KIND",
            converter = EventKindConverter.class,
            description =
                    "Only such events: acquired, handed-over, released, overridden, forced, cleared, expired, died, lost. May repeat.")
    private List<LockEvent.EventKind> kinds = List.of();

    @Option(
            names = "--since",
            paramLabel = "TIME",
            converter = DurationConverter.class,
            description = "Only events of this last period, such as 2h.")
    private @Nullable Duration since;

    @Option(
            names = "--limit",
            paramLabel = "N",
            defaultValue = "50",
            description = "The number of events; the default is 50.")
    private int limit = 50;

    @Override
    protected int run(CommandContext context) {
        if (limit < 1) {
            throw CommandFailure.usage("--limit is the number of events to show, at least 1, not " + limit + ".");
        }
        Instant earliest = since == null ? Instant.MIN : Moments.minus(Instant.now(), since);
        List<String> patterns = patterns(context);
        List<HistoryEntry> events = context.readOnlyManager().admin().history(new HistoryQuery("", null, ALL)).stream()
                .filter(past -> !past.at().isBefore(earliest))
                .filter(past -> matches(past, patterns))
                .limit(limit)
                .toList();
        if (context.options().json()) {
            context.answer(EventText.json(events));
            return ExitCode.DONE;
        }
        if (events.isEmpty()) {
            context.say("There are no such events on record.");
        }
        events.forEach(past -> context.out().println(EventText.line(past, ZoneId.systemDefault())));
        return ExitCode.DONE;
    }

    private boolean matches(HistoryEntry past, List<String> patterns) {
        LockEvent event = past.event();
        Owner owner = event.hold().owner();
        return (kinds.isEmpty() || kinds.contains(event.kind()))
                && (by == null || by.equals(owner.name()) || by.equals(owner.id()) || by.equals(event.actor()))
                && (patterns.isEmpty() || patterns.stream().anyMatch(name -> covers(name, event.resource())));
    }

    /** Returns the resources that are named, and prefixes as they are. */
    private List<String> patterns(CommandContext context) {
        List<String> patterns = new ArrayList<>();
        for (String name : resources) {
            patterns.add(
                    name.endsWith("*") ? name : context.named(List.of(name)).get(0));
        }
        return patterns;
    }

    private static boolean covers(String name, String resource) {
        return name.endsWith("*") ? resource.startsWith(name.substring(0, name.length() - 1)) : resource.equals(name);
    }
}
