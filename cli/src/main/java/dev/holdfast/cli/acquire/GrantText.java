package dev.holdfast.cli.acquire;

import dev.holdfast.Hold;
import dev.holdfast.Holds;
import dev.holdfast.ProcessId;
import dev.holdfast.cli.context.CommandContext;
import dev.holdfast.internal.base.Ages;
import dev.holdfast.internal.base.Text;
import dev.holdfast.internal.base.Times;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The text about granted locks for a user at a terminal: as whom, until when, how they are kept, how to release. Locks that are
 * kept in the same way share a line.
 */
final class GrantText {
    private final CommandContext context;
    private final Holds.Grant grant;
    private final boolean named;

    /** The conditions under which a lock stays. */
    private record Terms(
            String until, boolean timed, @Nullable Duration trust) {}

    GrantText(CommandContext context, Holds.Grant grant, boolean named) {
        this.context = context;
        this.grant = grant;
        this.named = named;
    }

    List<String> lines() {
        Map<Terms, List<String>> groups = new LinkedHashMap<>();
        List<String> all = new ArrayList<>();
        for (int i = 0; i < grant.receipts().size(); i++) {
            String resource = grant.receipts().get(i).resource();
            all.add(resource);
            groups.computeIfAbsent(terms(resource, grant.holds().get(i)), terms -> new ArrayList<>())
                    .add(resource);
        }
        List<String> lines = new ArrayList<>();
        groups.forEach((terms, resources) -> lines.add(line(terms, resources)));
        lines.add("To release: holdfast release " + CommandText.words(all) + CommandText.place(context));
        return lines;
    }

    private Terms terms(String resource, Hold hold) {
        return new Terms(
                until(hold),
                hold.until() != null,
                context.policies().forResource(resource).suspectAfter());
    }

    private String line(Terms terms, List<String> resources) {
        Hold first = grant.holds().get(0);
        boolean several = resources.size() > 1;
        return (resources.stream().map(Text::name).collect(Collectors.joining(", ")) + (several ? " are" : " is")
                        + " yours, as " + Text.name(first.owner().name()) + terms.until() + ". "
                        + kept(terms, first, resources))
                .stripTrailing();
    }

    private static String until(Hold hold) {
        Instant until = hold.until();
        return until == null
                ? ""
                : ", until " + Times.seenAt(Instant.now()).at(until)
                        + (hold.renewable() ? " unless renewed" : " at the latest");
    }

    private String kept(Terms terms, Hold hold, List<String> resources) {
        boolean several = resources.size() > 1;
        List<ProcessId> processes = hold.owner().processes();
        if (!processes.isEmpty()) {
            return (several ? "They end" : "It ends")
                    + (named ? " with process " + processes.get(0).pid() + "." : " when this terminal is closed.");
        }
        if (terms.trust() == null) {
            return terms.timed() ? "" : several ? "They last until released." : "It lasts until it is released.";
        }
        String it = several ? "them" : "it";
        return "Others see " + it + " as stale after " + Ages.words(terms.trust()) + " unless you renew " + it
                + ": holdfast renew " + CommandText.words(resources) + CommandText.place(context) + ".";
    }
}
