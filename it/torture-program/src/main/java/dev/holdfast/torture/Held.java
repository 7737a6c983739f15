package dev.holdfast.torture;

import dev.holdfast.LockHandle;
import dev.holdfast.Mode;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A handle that a worker has.
 *
 * @param grant the id of the operation that gave it
 * @param handle null for a worker with a planted defect that works without a lock
 */
record Held(
        long grant,
        String owner,
        String user,
        Mode mode,
        List<String> resources,
        List<Long> fences,
        @Nullable LockHandle handle) {}
