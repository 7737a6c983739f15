package dev.holdfast.cli.acquire;

import dev.holdfast.LockHandle;
import dev.holdfast.Refusal;
import dev.holdfast.cli.context.CommandContext;
import dev.holdfast.cli.options.AcquireOptions;
import dev.holdfast.cli.output.ShellQuote;
import dev.holdfast.internal.base.Text;
import dev.holdfast.internal.views.JsonAnswer;
import dev.holdfast.internal.views.LockJson;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Prints the result of a request for locks: as text, or with {@code --json} as JSON on standard output. */
public final class AcquireOutput {
    private AcquireOutput() {}

    /** Prints one receipt per line, or all details of the holds. */
    public static void granted(CommandContext context, LockHandle handle) {
        if (!context.options().json()) {
            handle.receipts().forEach(receipt -> context.out().println(receipt.text()));
            return;
        }
        List<Map<String, @Nullable Object>> holds = new ArrayList<>();
        for (int i = 0; i < handle.receipts().size(); i++) {
            var receipt = handle.receipts().get(i);
            holds.add(LockJson.own(receipt.resource(), receipt, handle.holds().get(i)));
        }
        granted(context, holds);
    }

    /** Reports that there was nothing to lock. */
    public static void nothing(CommandContext context) {
        context.err().println("holdfast: Nothing to lock: the operation only reads.");
        if (context.options().json()) {
            granted(context, List.of());
        }
    }

    private static void granted(CommandContext context, List<Map<String, @Nullable Object>> holds) {
        context.answer(new JsonAnswer().with("granted", true).with("holds", holds));
    }

    /** Prints a sentence for each refusal and the options to add, and with {@code --json} the refusals for programs. */
    public static void refused(CommandContext context, AcquireOptions how, List<Refusal> refusals) {
        say(context, refusals);
        boolean held = refusals.stream().anyMatch(refusal -> refusal.reason() == Refusal.Reason.HELD);
        if (held && how.timeout() == null) {
            boolean waits = refusals.stream()
                    .allMatch(refusal -> context.policies()
                            .forResource(refusal.resource())
                            .waiting()
                            .allowed());
            context.err()
                    .println("holdfast: " + (waits ? "To wait, add --wait 5m. " : "")
                            + "To take it over, add --override --note REASON.");
        }
        if (context.options().json()) {
            context.answer(new JsonAnswer()
                    .with("granted", false)
                    .with("refusals", refusals.stream().map(LockJson::refusal).toList()));
        }
    }

    /** Prints a sentence for each refusal. */
    public static void say(CommandContext context, List<Refusal> refusals) {
        for (Refusal refusal : refusals) {
            context.err().println("holdfast: " + refusal.sentence(ZoneId.systemDefault()));
        }
    }

    /** Returns the command that waits for the resource of a refusal. */
    public static String waitCommand(Refusal refusal) {
        return "holdfast wait " + ShellQuote.quoted(Text.shown(refusal.resource())) + " --wait 5m";
    }
}
