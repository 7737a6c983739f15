package dev.holdfast.server.api;

import dev.holdfast.Hold;
import dev.holdfast.Holds.Grant;
import dev.holdfast.Lease;
import dev.holdfast.LockAdmin.LockQuery;
import dev.holdfast.LockManager;
import dev.holdfast.LockRequest;
import dev.holdfast.LockView;
import dev.holdfast.Policy;
import dev.holdfast.Receipt;
import dev.holdfast.internal.manager.AsyncGrants;
import dev.holdfast.server.http.Caller;
import dev.holdfast.server.http.Verb;
import dev.holdfast.server.identity.Veil;
import dev.holdfast.server.options.Quotas;
import dev.holdfast.server.protocol.ToolLocks;
import java.time.Duration;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** The locks for the calls of other tools. Thread-safe. */
public final class ToolLockCalls implements ToolLocks {
    /** The pattern of a preset. */
    private static final String EVERYTHING = "**";

    private final LockManager locks;
    private final AsyncGrants async;
    private final Metrics metrics;
    private final LockQuota holdings;
    private final ForcedRelease forced;

    public ToolLockCalls(LockManager locks, AsyncGrants async, Metrics metrics, Quotas quotas) {
        this.locks = locks;
        this.async = async;
        this.metrics = metrics;
        this.holdings = new LockQuota(locks, async, quotas);
        this.forced = new ForcedRelease(locks, metrics);
    }

    @Override
    public Taken acquire(Caller caller, LockRequest request, Lease lease) {
        boolean special = request.resources().stream()
                .map(locks.admin()::policy)
                .anyMatch(policy -> !policy.pattern().equals(EVERYTHING));
        return acquire(caller, special ? request : request.lease(lease));
    }

    @Override
    public Taken acquire(Caller caller, LockRequest request) {
        Caller taking = caller.doing(Verb.TAKE);
        request.resources().forEach(resource -> taking.require(Caller.Role.EDITOR, resource));
        int more = request.resources().size();
        if (!holdings.allow(caller, more)) {
            holdings.require(caller, more);
        }
        long start = System.nanoTime();
        Grant grant = async.grant(request).join();
        metrics.decided(grant, Duration.ofNanos(System.nanoTime() - start), false);
        if (!grant.granted()) {
            throw RefusalProblems.problem(grant.refusals(), grant.asOf(), new Veil(locks, caller));
        }
        return new Taken(
                grant,
                new Change(
                        () -> AuditEvents.acquired(grant, request, start),
                        () -> locks.holds().release(grant.receipts())));
    }

    @Override
    public Ended release(Caller caller, List<Receipt> receipts) {
        Caller releasing = caller.doing(Verb.RELEASE);
        receipts.forEach(receipt -> releasing.require(Caller.Role.EDITOR, receipt.resource()));
        boolean released = metrics.timed("release", () -> locks.holds().release(receipts));
        if (released) {
            metrics.released(receipts);
        }
        return new Ended(released ? 1 : 0, new Change(() -> AuditEvents.released(receipts, released, null), null));
    }

    @Override
    public Ended force(Caller caller, String resource, @Nullable Long fence, String reason) {
        if (fence != null && isOwn(caller, resource, fence)) {
            caller.doing(Verb.RELEASE).require(Caller.Role.EDITOR, resource);
        } else {
            forced.require(caller.doing(Verb.FORCE), resource);
        }
        List<Hold> ended = forced.release(resource, fence, caller.display(), reason);
        return new Ended(
                ended.size(), new Change(() -> AuditEvents.forced(resource, ended, caller.display(), reason), null));
    }

    /** Returns whether all holds with that fence are the caller's own: readers that came in together have the same one. */
    private boolean isOwn(Caller caller, String resource, long fence) {
        List<Hold> holds = locks.view(resource).holders().stream()
                .map(LockView.Holder::hold)
                .filter(hold -> hold.fence() == fence)
                .toList();
        return !holds.isEmpty() && holds.stream().allMatch(hold -> ToolLocks.isOwn(caller, hold));
    }

    @Override
    public void renewIfOld(Caller caller, Receipt receipt, Hold hold, Duration age) {
        if (caller.doing(Verb.KEEP).may(Caller.Role.EDITOR, receipt.resource())
                && !hold.seen().plus(age).isAfter(locks.view(receipt.resource()).asOf())) {
            locks.holds().renew(receipt, true);
        }
    }

    @Override
    public LockView view(Caller caller, String resource) {
        caller.doing(Verb.LOOK).require(Caller.Role.READER, resource);
        return locks.view(resource);
    }

    @Override
    public void each(Caller caller, String prefix, String after, Predicate<LockView> action) {
        Caller looking = caller.doing(Verb.LOOK);
        looking.require(Caller.Role.READER);
        LockPages.each(
                locks,
                LockQuery.ALL.prefix(prefix).after(after),
                view -> !looking.may(Caller.Role.READER, view.resource()) || action.test(view));
    }

    @Override
    public String user(Caller caller, String resource, Hold hold) {
        return new Veil(locks, caller).privacy(resource, hold.owner()) == Policy.Privacy.OPEN ? nameOf(hold) : "";
    }

    private static String nameOf(Hold hold) {
        String user = hold.owner().user();
        return user.isEmpty() ? hold.owner().name() : user;
    }
}
