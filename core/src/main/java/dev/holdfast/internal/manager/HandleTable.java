package dev.holdfast.internal.manager;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The handles that a keeper keeps alive, by resource. To find those on one resource costs the same however many there are. */
final class HandleTable {
    /**
     * So large from the beginning that threads on different resources mostly write to different parts of it, and so small that
     * the keeper, which goes through all of it many times a second, finds its few handles quickly.
     */
    private static final int FIRST_CAPACITY = 64;

    private final Map<String, List<KeptHandle>> byResource = new ConcurrentHashMap<>(FIRST_CAPACITY);

    void add(KeptHandle handle) {
        List<KeptHandle> alone = List.of(handle);
        for (int i = 0; i < handle.receipts().size(); i++) {
            String resource = handle.receipts().get(i).resource();
            // Nearly always it is alone, and this costs less than a merge.
            if (byResource.putIfAbsent(resource, alone) != null) {
                byResource.merge(resource, alone, HandleTable::both);
            }
        }
    }

    private static List<KeptHandle> both(List<KeptHandle> some, List<KeptHandle> others) {
        return Stream.concat(some.stream(), others.stream()).toList();
    }

    void remove(KeptHandle handle) {
        List<KeptHandle> alone = List.of(handle);
        for (int i = 0; i < handle.receipts().size(); i++) {
            String resource = handle.receipts().get(i).resource();
            if (!byResource.remove(resource, alone)) {
                byResource.computeIfPresent(resource, (name, all) -> without(handle, all));
            }
        }
    }

    private static @Nullable List<KeptHandle> without(KeptHandle handle, List<KeptHandle> all) {
        List<KeptHandle> others =
                all.stream().filter(other -> !other.equals(handle)).toList();
        return others.isEmpty() ? null : others;
    }

    boolean isEmpty() {
        return byResource.isEmpty();
    }

    /** Returns the handles on a resource. */
    List<KeptHandle> on(String resource) {
        return byResource.getOrDefault(resource, List.of());
    }

    /** Returns all handles, each once. */
    List<KeptHandle> all() {
        if (byResource.isEmpty()) {
            return List.of();
        }
        List<KeptHandle> all = new ArrayList<>();
        byResource.forEach((resource, handles) -> {
            for (KeptHandle handle : handles) {
                // A handle on several resources counts where it stands first.
                if (handle.receipts().get(0).resource().equals(resource)) {
                    all.add(handle);
                }
            }
        });
        return all;
    }
}
