package dev.holdfast.server.http;

import dev.holdfast.internal.json.Json;
import dev.holdfast.internal.json.JsonFragment;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The answer to a call.
 *
 * @param body the body, written as JSON; null for none
 * @param undo undoes the call if the client has gone; may block
 * @param auditEvents what the call did, for the audit log; null for nothing
 * @param takeBack undoes a grant that cannot be recorded; may block; null if nothing was granted
 */
public record Answer(
        int status,
        @Nullable Object body,
        Map<String, String> headers,
        @Nullable Runnable undo,
        @Nullable Supplier<List<AuditEvent>> auditEvents,
        @Nullable Runnable takeBack) {
    public Answer {
        headers = Map.copyOf(headers);
    }

    /** Makes an answer of a call that did nothing to be recorded. */
    public Answer(int status, @Nullable Object body, Map<String, String> headers) {
        this(status, body, headers, null, null, null);
    }

    /** Returns an answer 200. */
    public static Answer ok(Object body) {
        return new Answer(200, body, Map.of());
    }

    /** Returns an answer 201. */
    public static Answer created(Object body) {
        return new Answer(201, body, Map.of());
    }

    /** Returns an answer 204, which has no body. */
    public static Answer nothing() {
        return new Answer(204, null, Map.of());
    }

    /** Returns this with the body written as JSON. A large body is not written on an event loop, which other callers need. */
    public Answer written() {
        return body == null || body instanceof JsonFragment || body instanceof ToolStream
                ? this
                : new Answer(status, new JsonFragment(Json.write(body)), headers, undo, auditEvents, takeBack);
    }

    /** Returns this with one more header. */
    public Answer with(String header, String value) {
        Map<String, String> all = new LinkedHashMap<>(headers);
        all.put(header, value);
        return new Answer(status, body, all, undo, auditEvents, takeBack);
    }

    /** Returns this with an action that undoes the call if the client has gone. */
    public Answer orElse(Runnable newUndo) {
        return new Answer(status, body, headers, newUndo, auditEvents, takeBack);
    }

    /** Returns this with what the call did. */
    public Answer did(Supplier<List<AuditEvent>> newEvents) {
        return new Answer(status, body, headers, undo, newEvents, takeBack);
    }

    /** Returns this with what the call granted, and an action that undoes the grant. */
    public Answer granted(Supplier<List<AuditEvent>> newEvents, Runnable newTakeBack) {
        return new Answer(status, body, headers, undo, newEvents, newTakeBack);
    }
}
