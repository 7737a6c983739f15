package dev.holdfast.server.api;

import dev.holdfast.store.Json;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Parts of an answer that is not to become too large. */
final class Paging {
    private static final int MAX_CHARACTERS = 1 << 20;

    private Paging() {}

    /** Returns the first of them: as many as fit into an answer, one at least. */
    static List<Map<String, @Nullable Object>> of(Stream<Map<String, @Nullable Object>> all) {
        List<Map<String, @Nullable Object>> page = new ArrayList<>();
        long size = 0;
        for (Iterator<Map<String, @Nullable Object>> next = all.iterator(); next.hasNext(); ) {
            Map<String, @Nullable Object> one = next.next();
            size += Json.write(one).length();
            if (size > MAX_CHARACTERS && !page.isEmpty()) {
                return page;
            }
            page.add(one);
        }
        return page;
    }
}
