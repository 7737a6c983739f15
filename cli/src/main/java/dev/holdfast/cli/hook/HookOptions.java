package dev.holdfast.cli.hook;

import java.time.Duration;

/**
 * Options of a hook.
 *
 * @param take which locks it takes by itself before a file is written
 * @param grace how long such a lock lasts after the last heartbeat
 * @param limit how long it may try
 * @param closed whether to refuse what cannot be judged, rather than let it pass
 */
public record HookOptions(Take take, Duration grace, Duration limit, boolean closed) {
    /** The locks to acquire before a file is written. */
    public enum Take {
        NOTHING,
        /** The resources that {@code holdfast.yaml} maps the file to. */
        MAPPED,
        /** The same, and for other files of the project their own path. */
        ALL
    }
}
