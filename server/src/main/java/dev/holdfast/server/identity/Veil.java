package dev.holdfast.server.identity;

import dev.holdfast.Locks;
import dev.holdfast.Loss;
import dev.holdfast.json.Viewer;
import dev.holdfast.rules.Owner;
import dev.holdfast.rules.Privacy;
import dev.holdfast.server.http.Caller;
import java.util.List;

/** What a caller may know of who holds something: all of its own, all if it is an administrator, else as the policy says. */
public final class Veil implements Viewer {
    private final Locks locks;
    private final Caller caller;

    public Veil(Locks locks, Caller caller) {
        this.locks = locks;
        this.caller = caller;
    }

    /** What everybody may know who has nothing to do with it. */
    public static Veil ofStrangers(Locks locks) {
        return new Veil(locks, new Caller("", "", List.of()));
    }

    @Override
    public Privacy privacy(String resource, Owner owner) {
        return Identity.isOwn(caller, owner) ? Privacy.OPEN : privacy(resource);
    }

    @Override
    public boolean owns(Owner owner) {
        return Identity.isOwn(caller, owner);
    }

    /** What it may know of others. */
    public Privacy privacy(String resource) {
        return caller.may(Caller.Role.ADMIN, resource)
                ? Privacy.OPEN
                : locks.policy(resource).privacy();
    }

    @Override
    public String id(Owner owner) {
        return Identity.givenId(caller, owner.id());
    }

    /** Whether the caller may know of that resource at all. */
    public boolean sees(String resource) {
        return caller.may(Caller.Role.READER, resource);
    }

    /** A loss without what the caller must not know. */
    public Loss of(Loss loss) {
        return privacy(loss.resource()) == Privacy.HIDDEN ? loss.anonymous() : loss;
    }
}
