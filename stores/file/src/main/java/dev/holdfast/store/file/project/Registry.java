package dev.holdfast.store.file.project;

import dev.holdfast.Mode;
import dev.holdfast.internal.json.Json;
import dev.holdfast.internal.json.JsonException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The document in {@code locks.json} as it was at one moment. Immutable. Everything in it that we do not know or do not
 * understand is kept, in its place, and written back as it was.
 */
final class Registry {
    private static final String LOCKS = "locks";

    static final Registry EMPTY = new Registry(Collections.singletonMap(LOCKS, List.of()), List.of(), List.of());

    private final Map<String, @Nullable Object> document;
    /** All elements of the list: entries, and as they are in the file those that are none. */
    private final List<@Nullable Object> elements;

    private final Map<String, List<RegistryEntry>> byResource = new LinkedHashMap<>();
    private final List<String> unread;

    private Registry(Map<String, @Nullable Object> document, List<@Nullable Object> elements, List<String> unread) {
        this.document = document;
        this.elements = elements;
        for (Object element : elements) {
            if (element instanceof RegistryEntry entry) {
                List<RegistryEntry> others = byResource.get(entry.resource());
                if (others == null) {
                    others = new ArrayList<>(1);
                    byResource.put(entry.resource(), others);
                }
                others.add(entry);
            }
        }
        this.unread = unread;
    }

    /**
     * Reads a document.
     *
     * @param written when the file was last written
     * @throws JsonException if it is not JSON
     * @throws IllegalArgumentException if it is JSON, but no registry
     */
    static Registry read(String text, Instant written) {
        Map<String, @Nullable Object> document = Json.readObject(text);
        if (!(document.get(LOCKS) instanceof List<?> list)) {
            throw new IllegalArgumentException("it has no list of 'locks'");
        }
        Problems problems = new Problems();
        EntryReader reader = new EntryReader(written, problems);
        List<@Nullable Object> elements = new ArrayList<>(list.size());
        for (Object element : list) {
            RegistryEntry entry = reader.read(element, elements.size() + 1);
            elements.add(entry == null ? element : entry);
        }
        return new Registry(document, elements, problems.sentences());
    }

    /** Returns the text of the file, for people and programs: one field a line, indented by two blanks. */
    String write() {
        Map<String, @Nullable Object> next = new LinkedHashMap<>(document);
        List<@Nullable Object> list = new ArrayList<>(elements.size());
        for (Object element : elements) {
            list.add(element instanceof RegistryEntry entry ? entry.fields() : element);
        }
        next.put(LOCKS, list);
        return Json.writePretty(next) + "\n";
    }

    /** Returns its problems, in sentences that say what to do. */
    List<String> problems() {
        List<String> problems = new ArrayList<>(unread);
        problems.addAll(duplicates());
        return problems;
    }

    /** Returns the names of all resources that are locked, in the order of the file. */
    Set<String> resources() {
        return Collections.unmodifiableSet(byResource.keySet());
    }

    /** Returns all entries for that resource, in the order of the file. */
    List<RegistryEntry> entries(String resource) {
        return Collections.unmodifiableList(byResource.getOrDefault(resource, List.of()));
    }

    /**
     * Returns the entries that count for that resource: the newest, and beside a shared one the other shared ones. Of several
     * from one instance only the newest counts.
     */
    List<RegistryEntry> counting(String resource) {
        return counting(entries(resource));
    }

    private static List<RegistryEntry> counting(List<RegistryEntry> all) {
        if (all.size() < 2) {
            return all;
        }
        Mode mode = newest(all).mode();
        Map<String, RegistryEntry> byInstance = new LinkedHashMap<>();
        for (RegistryEntry entry : all) {
            byInstance.merge(entry.instance(), entry, (old, next) -> next.beats(old) ? next : old);
        }
        if (mode == Mode.EXCLUSIVE) {
            return List.of(newest(byInstance.values()));
        }
        return byInstance.values().stream()
                .filter(entry -> entry.mode() == mode)
                .toList();
    }

    private static RegistryEntry newest(Collection<RegistryEntry> some) {
        return some.stream().reduce((old, next) -> next.beats(old) ? next : old).orElseThrow();
    }

    /** Returns this registry with some entries replaced, in one pass. */
    Registry with(Collection<Edit> edits) {
        Map<String, Edit.Progress> open = new LinkedHashMap<>();
        for (Edit edit : edits) {
            open.put(edit.resource(), edit.begin());
        }
        List<@Nullable Object> next = new ArrayList<>(elements.size() + edits.size());
        for (Object element : elements) {
            Edit.Progress edit = element instanceof RegistryEntry entry ? open.get(entry.resource()) : null;
            Object kept = edit == null ? element : edit.next((RegistryEntry) element);
            if (edit == null || kept != null) {
                next.add(kept);
            }
        }
        for (Edit.Progress edit : open.values()) {
            next.addAll(edit.rest());
        }
        return new Registry(document, next, unread);
    }

    private List<String> duplicates() {
        Problems found = new Problems();
        for (Map.Entry<String, List<RegistryEntry>> resource : byResource.entrySet()) {
            List<RegistryEntry> all = resource.getValue();
            if (counting(all).size() < all.size()) {
                // Without the time, so that it stays the same sentence while the lock is renewed.
                found.add(resource.getKey() + " has " + all.size() + " entries, of which the newest counts, by "
                        + newest(all).instance() + "; clear the lock if that is wrong.");
            }
        }
        return found.sentences();
    }
}
