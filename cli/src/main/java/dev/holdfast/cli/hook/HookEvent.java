package dev.holdfast.cli.hook;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.holdfast.internal.json.Json;
import dev.holdfast.internal.json.JsonException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * An event of an assistant: before it uses a tool, or when it begins or ends. Missing members are empty. Unknown members are
 * ignored, because assistants add members with every version.
 *
 * @param name such as {@code PreToolUse}
 * @param agent the sub-agent that it comes from, empty if from the session itself
 * @param folder where the assistant works, or null if it is not known
 */
record HookEvent(
        String name,
        String session,
        String agent,
        @Nullable Path folder,
        String tool,
        Map<String, @Nullable Object> input) {
    /** Larger than any file that is written by hand, and small enough for memory. */
    static final int MAX_BYTES = 16 * 1024 * 1024;

    /**
     * Reads one, to the end of the stream whatever comes: an assistant whose words are not taken may take it for a failure.
     *
     * @throws UnreadableEventException if it is none
     */
    static HookEvent from(InputStream in) {
        try {
            byte[] bytes = bytes(in);
            if (bytes.length > MAX_BYTES) {
                in.transferTo(OutputStream.nullOutputStream());
                throw new UnreadableEventException("The event is longer than " + MAX_BYTES + " bytes.");
            }
            return of(new String(bytes, UTF_8));
        } catch (IOException e) {
            throw new UnreadableEventException("The event could not be read (" + e.getMessage() + ").");
        }
    }

    private static byte[] bytes(InputStream in) throws IOException {
        try {
            return in.readNBytes(MAX_BYTES + 1);
        } catch (OutOfMemoryError e) {
            in.transferTo(OutputStream.nullOutputStream());
            throw new UnreadableEventException("The event does not fit into memory.");
        }
    }

    static HookEvent of(String text) {
        Map<String, @Nullable Object> members;
        try {
            members = Json.readObject(text);
        } catch (JsonException e) {
            throw new UnreadableEventException("The event is not a JSON object: " + e.getMessage() + ".");
        }
        return new HookEvent(
                text(members, "hook_event_name"),
                text(members, "session_id"),
                text(members, "agent_id"),
                folder(text(members, "cwd")),
                text(members, "tool_name"),
                object(members, "tool_input"));
    }

    private static String text(Map<String, @Nullable Object> members, String name) {
        Object value = members.get(name);
        if (value == null) {
            return "";
        }
        if (value instanceof String text) {
            return text;
        }
        throw new UnreadableEventException("The event's " + name + " is not a text.");
    }

    @SuppressWarnings("unchecked") // the reader makes maps of no other type
    private static Map<String, @Nullable Object> object(Map<String, @Nullable Object> members, String name) {
        Object value = members.get(name);
        if (value == null) {
            return Map.of();
        }
        if (value instanceof Map<?, ?> object) {
            return (Map<String, @Nullable Object>) object;
        }
        throw new UnreadableEventException("The event's " + name + " is not an object.");
    }

    private static @Nullable Path folder(String text) {
        try {
            Path folder = Path.of(text);
            return folder.isAbsolute() ? folder.normalize() : null;
        } catch (InvalidPathException e) {
            throw new UnreadableEventException("The event's cwd is no path.");
        }
    }

    /** Returns whether the event precedes the use of a tool, which can still be refused. One without a name counts if it has a tool. */
    boolean isBeforeTool() {
        return name.equals("PreToolUse") || name.equals("BeforeTool") || (name.isEmpty() && !tool.isEmpty());
    }
}
