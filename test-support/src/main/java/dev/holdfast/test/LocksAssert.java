package dev.holdfast.test;

import dev.holdfast.LockManager;
import dev.holdfast.LockView;
import java.time.ZoneId;
import java.util.stream.Collectors;
import org.assertj.core.api.AbstractAssert;

/** Assertions on the locks of a manager. Owners are named by their id or by the name that people are shown. */
public final class LocksAssert extends AbstractAssert<LocksAssert, LockManager> {
    LocksAssert(LockManager locks) {
        super(locks, LocksAssert.class);
    }

    /** Verifies that a resource is held, by any owner. */
    public LocksAssert isHeld(String resource) {
        LockView view = view(resource);
        if (view.free()) {
            failWithMessage("Expected %s to be held, but it is free.", resource);
        }
        return this;
    }

    /** Verifies that an owner holds a resource, alone or with others. */
    public LocksAssert isHeldBy(String resource, String owner) {
        LockView view = view(resource);
        if (!holds(view, owner)) {
            failWithMessage("Expected %s to be held by %s. %s", resource, owner, sentence(view));
        }
        return this;
    }

    /** Verifies that an owner does not hold a resource. */
    public LocksAssert isNotHeldBy(String resource, String owner) {
        LockView view = view(resource);
        if (holds(view, owner)) {
            failWithMessage("Expected %s not to be held by %s. %s", resource, owner, sentence(view));
        }
        return this;
    }

    /** Verifies that no owner holds a resource. */
    public LocksAssert isFree(String resource) {
        LockView view = view(resource);
        if (!view.free()) {
            failWithMessage("Expected %s to be free. %s", resource, sentence(view));
        }
        return this;
    }

    /** Verifies that no resource at all is held, for the end of a test. */
    public LocksAssert isAllFree() {
        isNotNull();
        String held = actual.list("").stream()
                .filter(view -> !view.free())
                .map(LocksAssert::sentence)
                .collect(Collectors.joining(" "));
        if (!held.isEmpty()) {
            failWithMessage("Expected all locks to be free. %s", held);
        }
        return this;
    }

    /** Verifies how many callers wait for a resource. */
    public LocksAssert hasWaiting(String resource, int callers) {
        int waiting = view(resource).waiting();
        if (waiting != callers) {
            failWithMessage("Expected %s callers to wait for %s, but %s wait.", callers, resource, waiting);
        }
        return this;
    }

    private LockView view(String resource) {
        isNotNull();
        return actual.view(resource);
    }

    private static boolean holds(LockView view, String owner) {
        return view.holders().stream()
                .filter(holder -> !holder.state().ended())
                .anyMatch(holder -> holder.name().equals(owner)
                        || holder.hold().owner().id().equals(owner));
    }

    private static String sentence(LockView view) {
        return view.sentence(ZoneId.of("UTC"));
    }
}
