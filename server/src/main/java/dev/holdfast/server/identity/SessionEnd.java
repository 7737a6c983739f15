package dev.holdfast.server.identity;

import dev.holdfast.Hold;
import dev.holdfast.LockManager;
import dev.holdfast.LockView;
import dev.holdfast.server.http.Caller;
import java.util.TreeSet;

/** Ends a browser's session: releases the locks of its owners, such as one for each tab, and withdraws their requests. */
public final class SessionEnd {
    private SessionEnd() {}

    /** Releases the locks. The session must not be accepted any more. Returns how many holds were released. */
    public static int release(LockManager locks, Caller caller) {
        TreeSet<String> owners = new TreeSet<>();
        locks.holds().listByUser(caller.name()).forEach(view -> {
            view.holders().stream()
                    .map(LockView.Holder::hold)
                    .map(Hold::owner)
                    .forEach(owner -> owners.add(owner.id()));
            view.queue().forEach(waiter -> owners.add(waiter.owner().id()));
            view.requests().forEach(request -> owners.add(request.asker().id()));
        });
        owners.removeIf(owner -> !owner.startsWith(Identity.prefix(caller)));
        return owners.stream().mapToInt(locks.admin()::endOwner).sum();
    }
}
