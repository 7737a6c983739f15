package dev.holdfast.store.sql.shared;

import dev.holdfast.spi.Body;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/**
 * An owner or a user that a record speaks of, besides the first of each.
 *
 * @param role {@code owner} or {@code user}
 * @param id as {@link Text#plain} makes it
 */
public record Party(String role, String id) {
    /** Returns those of what a row writes. */
    public static List<Party> of(Row<?> row) {
        Body next = row.change().next();
        return next == null || row.others() == 0
                ? List.of()
                : Stream.concat(of("owner", next.owners()), of("user", next.users()))
                        .toList();
    }

    private static Stream<Party> of(String role, Set<String> ids) {
        return ids.stream().skip(1).map(Text::plain).distinct().map(id -> new Party(role, id));
    }
}
