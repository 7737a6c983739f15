package dev.holdfast.cli.command;

import dev.holdfast.HandOverRequest;
import dev.holdfast.HandOverRequest.RequestState;
import dev.holdfast.Mode;
import dev.holdfast.cli.acquire.CommandText;
import dev.holdfast.cli.acquire.RequestText;
import dev.holdfast.cli.context.CommandContext;
import dev.holdfast.cli.hook.HookAnswer;
import dev.holdfast.internal.views.JsonAnswer;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** Requests in the answer of a hook: those to the assistant, and those that it can make. */
final class HookMention {
    private HookMention() {}

    static List<String> lines(CommandContext context, HookAnswer answer) {
        List<String> lines = new ArrayList<>();
        answer.askable()
                .forEach(resource -> lines.add(
                        "To ask the holder for it: " + CommandText.asking(context, resource, Mode.EXCLUSIVE)));
        answer.requests().forEach(request -> lines.add(asked(context, request)));
        return lines;
    }

    private static String asked(CommandContext context, HandOverRequest request) {
        String asks = RequestText.forAssistant(Instant.now()).toHolder(request);
        return request.state() == RequestState.PROMISED
                ? asks + " Complete your work on it, and release it before that time: then it is no longer yours."
                : asks + " Complete what you are doing with it, then answer: " + CommandText.answering(context, request)
                        + " (or now, or no)";
    }

    /** Returns the answer that assistants pass on, to the user and to the model. They show other output only after a refusal. */
    static JsonAnswer passedOn(List<String> lines) {
        String text = String.join("\n", lines);
        return new JsonAnswer()
                .with("systemMessage", text)
                .with(
                        "hookSpecificOutput",
                        new JsonAnswer()
                                .with("hookEventName", "PreToolUse")
                                .with("additionalContext", text)
                                .tree());
    }
}
