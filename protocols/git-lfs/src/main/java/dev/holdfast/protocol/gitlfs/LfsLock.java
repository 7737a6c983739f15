package dev.holdfast.protocol.gitlfs;

import dev.holdfast.Hold;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A hold as a client of Git LFS sees it: one lock for each of its paths.
 *
 * @param owner the name of the user
 * @param since when it was granted; null if the caller must not know it
 * @param own whether it is the caller's
 * @param granted whether it was granted to the caller through Git LFS for this path, so that it can be unlocked by it
 */
record LfsLock(
        String resource,
        String path,
        Hold hold,
        String owner,
        @Nullable Instant since,
        boolean own,
        boolean granted) {

    LockId id() {
        return since == null ? LockId.veiled(hold.fence(), path) : new LockId(hold.fence(), path);
    }

    Map<String, @Nullable Object> json() {
        Map<String, @Nullable Object> json = new LinkedHashMap<>();
        json.put("id", id().toString());
        json.put("path", path);
        if (since != null) {
            json.put("locked_at", since.truncatedTo(ChronoUnit.SECONDS).toString());
        }
        json.put("owner", Map.of("name", owner));
        return json;
    }
}
