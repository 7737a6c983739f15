package dev.holdfast.cli.acquire;

import dev.holdfast.LockView;
import dev.holdfast.Refusal;
import dev.holdfast.cli.base.ExitCode;
import dev.holdfast.cli.context.CommandContext;
import dev.holdfast.internal.views.JsonAnswer;
import dev.holdfast.internal.views.LockJson;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Failures of some holds of a command that handles several. Each is printed immediately and kept for the JSON answer. Not
 * thread-safe.
 */
public final class PartialFailures {
    private final CommandContext context;
    private final List<Map<String, @Nullable Object>> lost = new ArrayList<>();
    private final List<Map<String, @Nullable Object>> refusals = new ArrayList<>();

    public PartialFailures(CommandContext context) {
        this.context = context;
    }

    /** Records a hold that had ended before. */
    public void lost(String resource, String sentence) {
        context.err().println("holdfast: " + sentence);
        lost.add(new JsonAnswer()
                .with("resource", resource)
                .with("sentence", sentence)
                .tree());
    }

    /** Records a resource that the caller does not hold. */
    public void notYours(LockView view, String sentence) {
        context.err().println("holdfast: " + sentence);
        Refusal refusal = new Refusal(view.resource(), Refusal.Reason.HELD, LockJson.counting(view), null, view.asOf());
        refusals.add(LockJson.refusal(refusal, "not-yours", sentence));
    }

    /** Adds {@code lost} and {@code refusals} to the answer. */
    public JsonAnswer addTo(JsonAnswer answer) {
        return answer.with("lost", List.copyOf(lost)).with("refusals", List.copyOf(refusals));
    }

    public int exitCode() {
        if (!lost.isEmpty()) {
            return ExitCode.LOST;
        }
        return refusals.isEmpty() ? ExitCode.DONE : ExitCode.NOT_PERMITTED;
    }
}
