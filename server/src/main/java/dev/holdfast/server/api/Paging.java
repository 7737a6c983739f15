package dev.holdfast.server.api;

import dev.holdfast.internal.json.Json;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Limits the size of lists in answers. */
final class Paging {
    private static final int MAX_CHARACTERS = 1 << 20;

    private Paging() {}

    /** Returns as many items as fit into an answer, at least one. */
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
