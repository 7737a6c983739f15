package dev.holdfast.server;

import dev.holdfast.server.http.Origins;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * The options of a server for pages other than its own.
 *
 * @param pages the folder whose files it serves below {@code /pages/}; null for none
 * @param origins the other origins whose pages may use it with a token
 */
public record WebOptions(@Nullable Path pages, Origins origins) {
    /** No other pages. */
    public static final WebOptions NONE = new WebOptions(null, Origins.NONE);
}
