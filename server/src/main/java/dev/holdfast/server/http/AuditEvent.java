package dev.holdfast.server.http;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * An action of a call, or its denial, for the audit log. Contains no secrets and no text of drafts.
 *
 * @param what one word
 * @param members further details
 * @param once the subject, if only the first event about it is recorded; else null
 * @param again the subject whose next event is recorded again, since this one ends it; else null
 */
public record AuditEvent(
        String what,
        Map<String, @Nullable Object> members,
        @Nullable String once,
        @Nullable String again) {
    /** The member with the name of the resource. */
    public static final String RESOURCE = "resource";

    /** The name of a denial. */
    static final String DENIED = "denied";

    public AuditEvent {
        members = Collections.unmodifiableMap(new LinkedHashMap<>(members));
    }

    /** Returns an event without members. */
    public static AuditEvent of(String what) {
        return new AuditEvent(what, Map.of(), null, null);
    }

    /** Returns an event about one resource. */
    public static AuditEvent of(String what, String resource) {
        return of(what).with(RESOURCE, resource);
    }

    /** Returns this with one more member. */
    public AuditEvent with(String name, @Nullable Object value) {
        Map<String, @Nullable Object> all = new LinkedHashMap<>(members);
        all.put(name, value);
        return new AuditEvent(what, all, once, again);
    }

    /** Returns this, to be recorded only if it is the first about its subject. */
    public AuditEvent once(String about) {
        return new AuditEvent(what, members, about, again);
    }

    /** Returns this, after which the next event about the subject is recorded again. */
    public AuditEvent ending(String about) {
        return new AuditEvent(what, members, once, about);
    }

    /** Returns whether it is a denial. */
    public boolean isDenial() {
        return what.equals(DENIED);
    }

    /** Returns the event that undoes this one. */
    AuditEvent undone() {
        return new AuditEvent("undo", members, null, once);
    }
}
