package dev.holdfast.cli.mcp;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The reply to a tool call.
 *
 * @param text for the assistant
 * @param data the same for programs
 * @param error whether the call failed
 */
public record Reply(String text, Map<String, @Nullable Object> data, boolean error) {
    static Reply of(String text, Map<String, @Nullable Object> data) {
        return new Reply(text, data, false);
    }

    static Reply failed(String sentence) {
        return new Reply(sentence, Map.of(), true);
    }

    Reply after(String news) {
        return news.isEmpty() ? this : new Reply(news + "\n" + text, data, error);
    }
}
