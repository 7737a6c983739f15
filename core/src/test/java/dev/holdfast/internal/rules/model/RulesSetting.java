package dev.holdfast.internal.rules.model;

import dev.holdfast.Lease;
import dev.holdfast.Mode;
import java.util.List;

/**
 * What is explored.
 *
 * @param troubled how many clients may be in trouble at once: crashed, unsure of an outcome, or with a change in flight that
 *     they no longer wait for
 * @param over how many holds and tickets may be over at once before a client removes them
 */
record RulesSetting(String name, int resources, List<Actor> roles, int troubled, int over) {

    /**
     * What one client may do.
     *
     * @param wants sets of resources, as bits, that it may acquire at once
     * @param queue whether it joins the queue of a single resource
     * @param takeover whether it takes what others hold
     */
    record Actor(Lease lease, List<Mode> modes, List<Integer> wants, boolean queue, boolean takeover) {}
}
