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
public record Deed(
        String what,
        Map<String, @Nullable Object> members,
        @Nullable String once,
        @Nullable String again) {
    /** The member with the name of the resource. */
    public static final String RESOURCE = "resource";

    /** The word for what was denied. */
    static final String DENIED = "denied";

    public Deed {
        members = Collections.unmodifiableMap(new LinkedHashMap<>(members));
    }

    public static Deed of(String what) {
        return new Deed(what, Map.of(), null, null);
    }

    public static Deed of(String what, String resource) {
        return of(what).with(RESOURCE, resource);
    }

    /** Returns this with one member more. */
    public Deed with(String name, @Nullable Object value) {
        Map<String, @Nullable Object> all = new LinkedHashMap<>(members);
        all.put(name, value);
        return new Deed(what, all, once, again);
    }

    /** Returns this, to be recorded only the first time of all about the same. */
    public Deed once(String about) {
        return new Deed(what, members, about, again);
    }

    /** Returns this, after which what is about the same is recorded again. */
    public Deed ending(String about) {
        return new Deed(what, members, once, about);
    }

    /** Returns whether it is a denial. */
    public boolean isDenial() {
        return what.equals(DENIED);
    }

    /** Returns the same as something that was taken back. */
    Deed undone() {
        return new Deed("undo", members, null, once);
    }
}
