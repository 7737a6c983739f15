package dev.holdfast.store.file.project;

import dev.holdfast.Hold;
import dev.holdfast.Mode;
import dev.holdfast.Owner;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One entry of the registry that counts as a lock. Neither it nor its fields may be changed.
 *
 * @param timestamp the last heartbeat that the entry shows; the file's own time if it shows none that can be read
 * @param timed whether the entry itself shows that time
 * @param instance the id of the owner. The field {@code instance} has the owner's name, and {@code owner} the id if it is another
 * @param since the true start, which we write beside the documented fields, or null
 * @param fields all of them as they are in the file, those we do not know included
 */
record RegistryEntry(
        String resource,
        Instant timestamp,
        boolean timed,
        String instance,
        @Nullable Instant since,
        Mode mode,
        Map<String, @Nullable Object> fields) {
    static final String RESOURCE = "resource";
    static final String TIMESTAMP = "timestamp";
    static final String INSTANCE = "instance";
    static final String OWNER = "owner";
    static final String SINCE = "since";
    static final String HOLD = "hold";
    static final String MODE = "mode";
    static final String NOTE = "note";
    static final String SHARED = "shared";

    /** A time shown is close enough to the true one: renewing more often than this does not write the file again. */
    static final Duration CLOSE = Duration.ofMinutes(1);

    /** Returns a new entry that shows a hold. */
    static RegistryEntry of(String resource, Hold hold) {
        return shown(resource, hold, hold.seen(), new LinkedHashMap<>());
    }

    /** Returns this entry, which showed the hold before, as it shows it now; this entry itself if nothing would change. */
    RegistryEntry showing(Hold hold) {
        boolean close = timed && Duration.between(timestamp, hold.seen()).abs().compareTo(CLOSE) < 0;
        RegistryEntry next = shown(resource, hold, close ? timestamp : hold.seen(), new LinkedHashMap<>(fields));
        if (close) {
            // As it is written there: another form of the same time is no change.
            next.fields.put(TIMESTAMP, fields.get(TIMESTAMP));
        }
        return next.fields.equals(fields) ? this : next;
    }

    /** Returns the owner that the entry shows. */
    Owner owner() {
        Owner owner = Owner.of(instance);
        return fields.containsKey(OWNER) && fields.get(INSTANCE) instanceof String name && !name.isBlank()
                ? owner.named(name)
                : owner;
    }

    /** Returns whether the owner has this entry. A program that keeps the documented fields only leaves its name. */
    boolean isOf(Owner owner) {
        return instance.equals(owner.id()) || (!fields.containsKey(OWNER) && instance.equals(owner.name()));
    }

    String note() {
        return fields.get(NOTE) instanceof String text ? text : "";
    }

    /** Returns whether it is the same text. The file's own time does not matter. */
    boolean sameAs(RegistryEntry other) {
        return fields.equals(other.fields);
    }

    /** Returns whether this bid beats one that stands earlier in the file: the newest does, the later of two alike. */
    boolean beats(RegistryEntry earlier) {
        return !timestamp.isBefore(earlier.timestamp);
    }

    private static RegistryEntry shown(
            String resource, Hold hold, Instant timestamp, Map<String, @Nullable Object> fields) {
        fields.put(RESOURCE, resource);
        fields.put(TIMESTAMP, Timestamps.write(timestamp));
        String id = hold.owner().id();
        fields.put(INSTANCE, hold.owner().name());
        putOrRemove(fields, OWNER, id.equals(hold.owner().name()) ? "" : id);
        fields.put(SINCE, Timestamps.write(hold.since()));
        fields.put(HOLD, hold.id().toString());
        putOrRemove(fields, MODE, hold.mode() == Mode.SHARED ? SHARED : "");
        putOrRemove(fields, NOTE, hold.note());
        return new RegistryEntry(resource, timestamp, true, id, hold.since(), hold.mode(), fields);
    }

    private static void putOrRemove(Map<String, @Nullable Object> fields, String field, String text) {
        if (text.isEmpty()) {
            fields.remove(field);
        } else {
            fields.put(field, text);
        }
    }
}
