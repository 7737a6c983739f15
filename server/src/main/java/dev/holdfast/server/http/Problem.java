package dev.holdfast.server.http;

import dev.holdfast.internal.views.JsonAnswer;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A call that failed, and why, in the form of RFC 9457. Its detail is a sentence for the user. */
public final class Problem extends RuntimeException {
    /** The content type of problems. */
    public static final String MEDIA_TYPE = "application/problem+json";

    private static final long serialVersionUID = 1L;

    private final int status;
    private final String title;
    private final transient Map<String, @Nullable Object> more = new LinkedHashMap<>();
    private final transient Map<String, String> headers = new LinkedHashMap<>();
    private transient List<AuditEvent> auditEvents;
    private transient @Nullable Function<Problem, Answer> form;

    /**
     * @param title the kind of problem, always the same for one kind
     * @param detail what is wrong this time, and what to do
     */
    public Problem(int status, String title, String detail) {
        super(detail, null, false, false); // it is an answer, so its stack trace is of no interest
        this.status = status;
        this.title = title;
        this.auditEvents = isDenial() ? List.of(AuditEvent.of(AuditEvent.DENIED)) : List.of();
    }

    /** Returns the answer to a request with an invalid value. */
    public static Problem invalid(String detail) {
        return new Problem(422, "Invalid", detail);
    }

    /** Returns the answer of an overloaded server. */
    public static Problem overloaded() {
        return new Problem(503, "Overloaded", "Too many requests are under way: try again in a moment.")
                .header("Retry-After", "1");
    }

    /** Returns the answer to a method that a path does not have. */
    static Problem notAllowed(Collection<String> methods) {
        return new Problem(405, "Method not allowed", "Method not allowed: use " + String.join(" or ", methods) + ".")
                .header("Allow", String.join(", ", methods));
    }

    /** Returns the answer if something does not exist. */
    public static Problem missing(String detail) {
        return new Problem(404, "Not found", detail);
    }

    /** Returns the answer if the caller's quota is used up. */
    public static Problem quota(String detail) {
        return new Problem(429, "Quota exceeded", detail).denied("quota", List.of());
    }

    /** Adds audit events: the denial of these resources, with a short reason. */
    public Problem denied(String why, List<String> resources) {
        List<AuditEvent> all = new ArrayList<>();
        for (String resource : resources) {
            all.add(AuditEvent.of(AuditEvent.DENIED, resource).with("why", why));
        }
        auditEvents = all.isEmpty() ? List.of(AuditEvent.of(AuditEvent.DENIED).with("why", why)) : List.copyOf(all);
        return this;
    }

    /** Sets the audit events for what was done despite the problem. */
    public Problem did(List<AuditEvent> done) {
        auditEvents = List.copyOf(done);
        return this;
    }

    /** Returns the audit events. */
    public List<AuditEvent> auditEvents() {
        return auditEvents;
    }

    /** Adds a member for programs. */
    public Problem with(String member, @Nullable Object value) {
        more.put(member, value);
        return this;
    }

    /** Returns this with one more header. */
    public Problem header(String name, String value) {
        headers.put(name, value);
        return this;
    }

    /** Returns whether access was denied, as opposed to a mistake in the request. */
    public boolean isDenial() {
        return status == 401 || status == 403;
    }

    /** Sets the form of the answer, for the client of another tool. */
    Problem in(Function<Problem, Answer> newForm) {
        form = newForm;
        return this;
    }

    /** Returns the status of the answer. */
    public int status() {
        return status;
    }

    /** Returns a member for programs; null if there is none. */
    public @Nullable Object member(String name) {
        return more.get(name);
    }

    Answer answer() {
        Function<Problem, Answer> shape = form;
        if (shape != null) {
            Answer shaped = shape.apply(this);
            for (Map.Entry<String, String> header : headers.entrySet()) {
                shaped = shaped.headers().containsKey(header.getKey())
                        ? shaped
                        : shaped.with(header.getKey(), header.getValue());
            }
            return shaped;
        }
        JsonAnswer body = new JsonAnswer()
                .with("type", "about:blank")
                .with("title", title)
                .with("status", status)
                .with("detail", getMessage());
        more.forEach(body::with);
        Map<String, String> all = new LinkedHashMap<>(headers);
        all.put("Content-Type", MEDIA_TYPE);
        return new Answer(status, body.tree(), all);
    }
}
