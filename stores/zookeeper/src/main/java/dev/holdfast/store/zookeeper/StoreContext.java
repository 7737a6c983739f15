package dev.holdfast.store.zookeeper;

import java.util.List;
import org.apache.zookeeper.data.ACL;

/**
 * The parts that a change of records needs.
 *
 * @param rights of every node that is made
 */
record StoreContext(
        Settings settings,
        Paths paths,
        Guards guards,
        Absences absences,
        ServerClock clock,
        PastEvents history,
        List<ACL> rights) {}
