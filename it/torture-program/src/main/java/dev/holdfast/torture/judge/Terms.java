package dev.holdfast.torture.judge;

import java.time.Duration;

/**
 * The promises to the workers.
 *
 * @param lease how long a hold lasts without a renewal
 * @param cooldown the minimum time between two operations of one user on paced resources
 * @param steadyClock whether the store's clock did not jump; if it did, fences alone are judged
 */
public record Terms(Duration lease, Duration cooldown, boolean steadyClock) {
    /** The first segment of resources of which a user may hold one in each scene. */
    public static final String SCENE = "scene/";

    /** The first segment of resources with a cooldown. */
    public static final String PACED = "paced/";
}
