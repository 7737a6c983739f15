package dev.holdfast.store.file.project;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * An edit of the entries of one resource.
 *
 * @param known the entries that were there when this was decided. Others have come since, and stay for the next look
 * @param shown the entries that replace them; one of the same instance takes the place of the known one
 */
record Edit(String resource, List<RegistryEntry> known, List<RegistryEntry> shown) {

    /** Returns the resource's entries after the edit. */
    List<RegistryEntry> result(List<RegistryEntry> before) {
        Progress progress = begin();
        List<RegistryEntry> result = new ArrayList<>();
        for (RegistryEntry there : before) {
            RegistryEntry next = progress.next(there);
            if (next != null) {
                result.add(next);
            }
        }
        result.addAll(progress.rest());
        return result;
    }

    Progress begin() {
        return new Progress();
    }

    /** This edit in the middle of being made, from the first element of the list to the last. */
    final class Progress {
        private final Map<String, RegistryEntry> toShow = new LinkedHashMap<>();

        private Progress() {
            for (RegistryEntry entry : shown) {
                toShow.putIfAbsent(entry.instance(), entry);
            }
        }

        /** Returns the entry that takes the place of another, or null for none. */
        @Nullable
        RegistryEntry next(RegistryEntry there) {
            for (RegistryEntry entry : known) {
                if (there.sameAs(entry)) {
                    return toShow.remove(there.instance());
                }
            }
            return there;
        }

        /** Returns the entries that have found no place yet. */
        Collection<RegistryEntry> rest() {
            return toShow.values();
        }
    }
}
