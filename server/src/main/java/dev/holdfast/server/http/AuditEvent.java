package dev.holdfast.server.http;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Something that a call did, or was kept from, for the audit log. It has no secrets and no texts of drafts.
 *
 * @param what one word
 * @param members what else there is to know
 * @param once what it is about, if only the first of several such deeds is recorded; else null
 * @param again what is recorded again from now on, since this ends it; else null
 */
public record AuditEvent(
        String what,
        Map<String, @Nullable Object> members,
        @Nullable String once,
        @Nullable String again) {
    /** The member with the name of the resource. */
    public static final String RESOURCE = "resource";

    /** The word for what was denied. */
    static final String DENIED = "denied";

    public AuditEvent {
        members = Collections.unmodifiableMap(new LinkedHashMap<>(members));
    }

    public static AuditEvent of(String what) {
        return new AuditEvent(what, Map.of(), null, null);
    }

    public static AuditEvent of(String what, String resource) {
        return of(what).with(RESOURCE, resource);
    }

    /** Returns this with one member more. */
    public AuditEvent with(String name, @Nullable Object value) {
        Map<String, @Nullable Object> all = new LinkedHashMap<>(members);
        all.put(name, value);
        return new AuditEvent(what, all, once, again);
    }

    /** Returns this, to be recorded only the first time of all about the same. */
    public AuditEvent once(String about) {
        return new AuditEvent(what, members, about, again);
    }

    /** Returns this, after which what is about the same is recorded again. */
    public AuditEvent ending(String about) {
        return new AuditEvent(what, members, once, about);
    }

    /** Returns whether it is a denial. */
    public boolean isDenial() {
        return what.equals(DENIED);
    }

    /** Returns the same as something that was taken back. */
    AuditEvent undone() {
        return new AuditEvent("undo", members, null, once);
    }
}
