package dev.holdfast.store.file.project;

import dev.holdfast.Mode;
import dev.holdfast.Owner;
import dev.holdfast.internal.base.ResourceName;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A reader of the entries in the list of locks. Everything that names a resource counts as a lock, since overlooking one is the
 * worse mistake; the rest is reported as problems.
 *
 * @param written when the file was last written: the time of entries that show none
 */
record EntryReader(Instant written, Problems problems) {
    /** The holder of a lock whose entry does not name one. */
    static final String UNKNOWN = "unknown";

    /**
     * Returns the entry, or null if the element is no lock.
     *
     * @param place in the list, from 1
     */
    @Nullable
    RegistryEntry read(@Nullable Object element, int place) {
        if (!(element instanceof Map<?, ?>)) {
            problems.add("Entry " + place + " is ignored since it is not an object; remove it or write it as one.");
            return null;
        }
        @SuppressWarnings("unchecked") // the reader makes maps of no other type
        Map<String, @Nullable Object> fields = (Map<String, @Nullable Object>) element;
        if (!(fields.get(RegistryEntry.RESOURCE) instanceof String resource)) {
            problems.add("Entry " + place + " is ignored since its 'resource' is not a text; remove it or name one.");
            return null;
        }
        try {
            ResourceName.require(resource);
        } catch (IllegalArgumentException e) {
            problems.add("Entry " + place + " is ignored since its 'resource' is no name; remove it or name one. "
                    + e.getMessage());
            return null;
        }
        Instant shown = Timestamps.read(fields.get(RegistryEntry.TIMESTAMP));
        if (shown == null) {
            problems.add("The time of the lock on " + resource
                    + " cannot be read, so that of the file counts; write it as " + Timestamps.write(written) + ".");
        }
        return new RegistryEntry(
                resource,
                shown == null ? written : shown,
                shown != null,
                instance(
                        resource,
                        fields.get(RegistryEntry.OWNER) instanceof String id && !id.isEmpty()
                                ? id
                                : fields.get(RegistryEntry.INSTANCE)),
                Timestamps.read(fields.get(RegistryEntry.SINCE)),
                RegistryEntry.SHARED.equals(fields.get(RegistryEntry.MODE)) ? Mode.SHARED : Mode.EXCLUSIVE,
                fields);
    }

    private String instance(String resource, @Nullable Object value) {
        // A bare process id is a likely mistake, and as good as a name.
        String text = value instanceof String || value instanceof Number ? value.toString() : "";
        try {
            return Owner.of(text).id();
        } catch (IllegalArgumentException e) {
            problems.add("The lock on " + resource + " counts as held by '" + UNKNOWN
                    + "' since its 'instance' is no name: write one as CLI-12345.");
            return UNKNOWN;
        }
    }
}
