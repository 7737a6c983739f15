package dev.holdfast.cli.acquire;

import dev.holdfast.Hold;
import dev.holdfast.Holds;
import dev.holdfast.ProcessId;
import dev.holdfast.Receipt;
import dev.holdfast.cli.context.CommandContext;
import dev.holdfast.internal.base.Ages;
import dev.holdfast.internal.base.Text;
import dev.holdfast.internal.base.Times;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The text about granted locks for a user at a terminal: as whom, until when, how they are kept, how to release. */
final class GrantText {
    private final CommandContext context;
    private final Holds.Grant grant;
    private final boolean named;

    GrantText(CommandContext context, Holds.Grant grant, boolean named) {
        this.context = context;
        this.grant = grant;
        this.named = named;
    }

    List<String> lines() {
        List<String> lines = new ArrayList<>();
        Hold first = grant.holds().get(0);
        boolean several = grant.receipts().size() > 1;
        lines.add(names() + (several ? " are" : " is") + " yours, as "
                + Text.name(first.owner().name()) + until(first) + ". " + kept(first));
        lines.add("To release: holdfast release "
                + grant.receipts().stream()
                        .map(receipt -> CommandText.word(receipt.resource()))
                        .collect(Collectors.joining(" "))
                + CommandText.place(context));
        return lines;
    }

    private String names() {
        return grant.receipts().stream().map(Receipt::resource).map(Text::name).collect(Collectors.joining(", "));
    }

    private static String until(Hold hold) {
        Instant until = hold.until();
        return until == null
                ? ""
                : ", until " + Times.seenAt(Instant.now()).at(until)
                        + (hold.renewable() ? " unless renewed" : " at the latest");
    }

    private String kept(Hold hold) {
        List<ProcessId> processes = hold.owner().processes();
        if (!processes.isEmpty()) {
            return named
                    ? "It ends with process " + processes.get(0).pid() + "."
                    : "It ends when this terminal is closed.";
        }
        Duration trust = suspectAfter();
        if (trust == null) {
            return hold.until() == null ? "It lasts until it is released." : "";
        }
        return "Others see it as stale after " + Ages.words(trust) + " unless you renew it: holdfast renew "
                + CommandText.word(grant.receipts().get(0).resource()) + CommandText.place(context) + ".";
    }

    private @Nullable Duration suspectAfter() {
        return context.policies()
                .forResource(grant.receipts().get(0).resource())
                .suspectAfter();
    }
}
