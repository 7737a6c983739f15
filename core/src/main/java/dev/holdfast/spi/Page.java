package dev.holdfast.spi;

import java.time.Instant;
import java.util.List;

/**
 * The answer to a query.
 *
 * @param entries in the order of their names
 * @param more whether the limit cut the list: ask again with {@link Query#after} the last name
 * @param now the store's time
 */
public record Page(List<Entry> entries, boolean more, Instant now) {
    public Page {
        entries = List.copyOf(entries);
    }
}
