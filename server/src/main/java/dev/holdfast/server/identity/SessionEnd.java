package dev.holdfast.server.identity;

import dev.holdfast.Locks;
import dev.holdfast.rules.Hold;
import dev.holdfast.rules.Outcome;
import dev.holdfast.server.http.Caller;
import java.util.TreeSet;

/** The end of a browser's session: what its owners have, such as one for each tab, is released. */
public final class SessionEnd {
    private SessionEnd() {}

    /** Nobody must come in by the session any more. How many holds were given back. */
    public static int release(Locks locks, Caller caller) {
        TreeSet<String> owners = new TreeSet<>();
        locks.listOfUser(caller.name()).forEach(view -> {
            view.holds().stream().map(Outcome.Judged::hold).map(Hold::owner).forEach(owner -> owners.add(owner.id()));
            view.queue().forEach(ticket -> owners.add(ticket.claim().owner().id()));
        });
        owners.removeIf(owner -> !owner.startsWith(Identity.prefix(caller)));
        return owners.stream().mapToInt(locks::releaseAll).sum();
    }
}
