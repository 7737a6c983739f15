package dev.holdfast.cli.acquire;

import dev.holdfast.Hold;
import dev.holdfast.Holds;
import dev.holdfast.Refusal;
import dev.holdfast.cli.base.ExitCode;
import dev.holdfast.cli.context.CommandContext;
import dev.holdfast.cli.output.Terminal;
import dev.holdfast.internal.views.JsonAnswer;
import dev.holdfast.internal.views.LockJson;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Prints the result of a request for locks: as text, or with {@code --json} as JSON on standard output. */
public final class AcquireOutput {
    private AcquireOutput() {}

    /**
     * Prints one receipt per line, or all details of the holds. A user at a terminal also reads what the receipts stand for.
     *
     * @param named whether the user has named the process that the locks are bound to
     */
    public static void granted(CommandContext context, Holds.Grant grant, boolean named) {
        if (!context.options().json()) {
            if (Terminal.MESSAGES.present()) {
                new GrantText(context, grant, named).lines().forEach(line -> context.say("holdfast: " + line));
            }
            grant.receipts().forEach(receipt -> context.out().println(receipt.text()));
            tellLosses(context, grant);
            return;
        }
        List<Map<String, @Nullable Object>> holds = new ArrayList<>();
        for (int i = 0; i < grant.receipts().size(); i++) {
            var receipt = grant.receipts().get(i);
            holds.add(LockJson.own(receipt.resource(), receipt, grant.holds().get(i)));
        }
        granted(context, holds);
        tellLosses(context, grant);
    }

    private static void tellLosses(CommandContext context, Holds.Grant grant) {
        Map<String, Hold> holds = new HashMap<>();
        for (int i = 0; i < grant.receipts().size(); i++) {
            holds.put(grant.receipts().get(i).resource(), grant.holds().get(i));
        }
        LostHolds.tell(context, holds);
    }

    /** Reports that there was nothing to lock. */
    public static void nothing(CommandContext context) {
        context.say("holdfast: Nothing to lock: the operation only reads.");
        if (context.options().json()) {
            granted(context, List.of());
        }
    }

    private static void granted(CommandContext context, List<Map<String, @Nullable Object>> holds) {
        context.answer(new JsonAnswer().with("granted", true).with("holds", holds));
    }

    /** Prints a sentence for each refusal. */
    public static void say(CommandContext context, List<Refusal> refusals) {
        for (Refusal refusal : refusals) {
            context.say("holdfast: " + refusal.sentence(ZoneId.systemDefault()));
        }
    }

    /** Answers a check for programs, and returns its exit code. */
    public static int checked(CommandContext context, List<Refusal> refusals) {
        if (context.options().json()) {
            context.answer(new JsonAnswer()
                    .with("allowed", refusals.isEmpty())
                    .with("refusals", refusals.stream().map(LockJson::refusal).toList()));
        }
        return refusals.isEmpty() ? ExitCode.DONE : ExitCode.REFUSED;
    }
}
