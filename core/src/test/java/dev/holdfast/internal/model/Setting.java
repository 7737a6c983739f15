package dev.holdfast.internal.model;

import dev.holdfast.Lease;
import dev.holdfast.Mode;
import dev.holdfast.Policies;
import java.time.Duration;
import java.util.List;

/**
 * The world that is explored.
 *
 * @param resources their names
 * @param tick the time by which the clock advances
 * @param ticks how often it does
 * @param forces how many force releases there are
 * @param ends how many owners are ended
 * @param lost how many answers are lost or late
 * @param crashes how many processes die
 * @param folded whether all clients belong to one manager, which folds their commands
 */
record Setting(
        String name,
        List<String> resources,
        Policies policies,
        List<Role> roles,
        Duration tick,
        int ticks,
        int forces,
        int ends,
        int lost,
        int crashes,
        boolean folded) {

    /**
     * One client.
     *
     * @param owner two clients with the same owner enter one hold
     * @param user limits are per user; empty for none
     * @param process the number of its process, or 0 if its holds are bound to none
     * @param visible whether others can see whether its process lives
     * @param acquires how often it acquires
     * @param wants the sets of resources, as bits, that it acquires
     */
    record Role(
            String owner,
            String user,
            int process,
            boolean visible,
            Lease lease,
            Mode mode,
            int acquires,
            List<Integer> wants,
            boolean queue,
            boolean renews) {}

    @Override
    public String toString() {
        return name;
    }
}
