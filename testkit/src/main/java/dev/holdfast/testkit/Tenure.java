package dev.holdfast.testkit;

import dev.holdfast.Mode;

/**
 * A time in which a worker believed that it held a resource: from after its grant until before its release.
 *
 * @param begin by a clock that all workers share and that never goes back
 * @param end by the same clock; the begin if the worker never got to say
 */
public record Tenure(String resource, String owner, Mode mode, long fence, long begin, long end) {
    public Tenure {
        if (end < begin) {
            throw new IllegalArgumentException("A tenure cannot end at " + end + " before it begins at " + begin + ".");
        }
    }
}
