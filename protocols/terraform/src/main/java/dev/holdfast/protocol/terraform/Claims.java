package dev.holdfast.protocol.terraform;

import dev.holdfast.Hold;
import dev.holdfast.LockRequest;
import dev.holdfast.LockView;
import dev.holdfast.LockView.Holder;
import dev.holdfast.LockView.Verdict;
import dev.holdfast.Owner;
import dev.holdfast.Receipt;
import dev.holdfast.internal.base.Closed;
import dev.holdfast.internal.base.ResourceName;
import dev.holdfast.server.http.Caller;
import dev.holdfast.server.protocol.ToolLocks;
import java.time.Duration;
import java.util.List;

/**
 * The lock of a state in the table of all locks. Each lock id of a user is an owner, so that two runs of one user exclude each
 * other; what belongs to a user is judged by the user.
 */
record Claims(ToolLocks locks, String prefix) {
    private static final String TOOL = "Terraform";
    private static final String OWNER = "terraform:";
    private static final Duration RENEWED_EVERY = Duration.ofMinutes(1);

    /** Returns the resource of a state. Throws an {@link IllegalArgumentException} for a name that none may have. */
    String resource(String state) {
        if (state.isEmpty()) {
            throw new IllegalArgumentException(
                    "A state needs a name: add it to the address, as in /terraform/network.");
        }
        return ResourceName.requireNew(prefix + state);
    }

    Receipt receipt(Caller caller, String id, String resource) {
        return ToolLocks.receipt(caller, TOOL, id, resource);
    }

    ToolLocks.Taken acquire(Caller caller, String resource, LockInfo info) {
        Owner owner = ToolLocks.owner(caller, TOOL, OWNER + info.id());
        return locks.acquire(
                caller,
                LockRequest.of(resource)
                        .owner(owner)
                        .receipt(receipt(caller, info.id(), resource))
                        .note(info.note()));
    }

    /** Returns the holds that count now. */
    List<Hold> holds(Caller caller, String resource) {
        LockView view = locks.view(caller, resource);
        return view.holders().stream()
                .filter(holder -> holder.state() == Verdict.LIVE || holder.state() == Verdict.SUSPECT)
                .map(Holder::hold)
                .toList();
    }

    /** Returns whether a hold is that of this very lock of the caller. */
    boolean isOf(Caller caller, String id, String resource, Hold hold) {
        return !id.isEmpty() && hold.has(receipt(caller, id, resource).holdId());
    }

    /** Renews the hold of a lock, since its client is at work; but not for each of the many writes of a long apply. */
    void renew(Caller caller, String id, String resource) {
        for (Hold hold : holds(caller, resource)) {
            if (isOf(caller, id, resource, hold)) {
                locks.renewIfOld(caller, receipt(caller, id, resource), hold, RENEWED_EVERY);
            }
        }
    }

    /** Returns the lock id of a hold: that of Terraform, or one that names a hold of another tool. */
    static String id(Hold hold) {
        String owner = hold.owner().id();
        String own = owner.substring(owner.indexOf(':') + 1);
        return own.startsWith(OWNER) ? own.substring(OWNER.length()) : "held-" + hold.fence();
    }

    /**
     * Returns who holds the lock. A state that is closed after a loss is held by no caller: what an apply writes under the last
     * lock is not in the way of another. Who claims no lock waits until it opens.
     */
    WriteRule.Holder holder(Caller caller, String id, String resource, List<Hold> all) {
        List<Hold> holds = id.isEmpty()
                ? all
                : all.stream()
                        .filter(hold -> !Closed.is(hold.entries(), hold.owner().id()))
                        .toList();
        if (holds.isEmpty()) {
            return WriteRule.Holder.NONE;
        } else if (holds.stream().anyMatch(hold -> isOf(caller, id, resource, hold))) {
            return WriteRule.Holder.THIS_LOCK;
        }
        return holds.stream().allMatch(hold -> ToolLocks.isOwn(caller, hold))
                ? WriteRule.Holder.SAME_USER
                : WriteRule.Holder.OTHER;
    }
}
