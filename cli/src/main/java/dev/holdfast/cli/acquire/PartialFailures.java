package dev.holdfast.cli.acquire;

import dev.holdfast.LockView;
import dev.holdfast.Refusal;
import dev.holdfast.cli.base.ExitCode;
import dev.holdfast.cli.context.CommandContext;
import dev.holdfast.json.JsonAnswer;
import dev.holdfast.json.LockJson;
import dev.holdfast.rules.Outcome;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What did not go well with some of several holds: told at once in a sentence each, and kept for programs. Not thread-safe. */
public final class PartialFailures {
    private final CommandContext context;
    private final List<Map<String, @Nullable Object>> lost = new ArrayList<>();
    private final List<Map<String, @Nullable Object>> refusals = new ArrayList<>();

    public PartialFailures(CommandContext context) {
        this.context = context;
    }

    /** A hold was over before. */
    public void lost(String resource, String sentence) {
        context.err().println("holdfast: " + sentence);
        lost.add(new JsonAnswer()
                .with("resource", resource)
                .with("sentence", sentence)
                .tree());
    }

    /** The one who acts does not hold it. */
    public void notYours(LockView view, String sentence) {
        context.err().println("holdfast: " + sentence);
        Refusal refusal = new Refusal(view.resource(), Outcome.Reason.HELD, LockJson.counting(view), null, view.asOf());
        refusals.add(LockJson.refusal(refusal, "not-yours", sentence));
    }

    /** That answer with {@code lost} and {@code refusals}. */
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
