package dev.holdfast.server.identity;

import dev.holdfast.Locks;
import dev.holdfast.rules.Hold;
import dev.holdfast.rules.Outcome;
import dev.holdfast.server.http.Caller;
import java.util.TreeSet;

/** Ends a browser's session: releases the locks of its owners, such as one for each tab. */
public final class SessionEnd {
    private SessionEnd() {}

    /** Releases the locks. The session must not be accepted any more. Returns how many holds were released. */
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
