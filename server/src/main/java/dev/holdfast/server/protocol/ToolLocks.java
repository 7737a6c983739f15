package dev.holdfast.server.protocol;

import dev.holdfast.Hold;
import dev.holdfast.Holds.Grant;
import dev.holdfast.Lease;
import dev.holdfast.LockRequest;
import dev.holdfast.LockView;
import dev.holdfast.Owner;
import dev.holdfast.Receipt;
import dev.holdfast.internal.base.Bounds;
import dev.holdfast.server.http.Answer;
import dev.holdfast.server.http.AuditEvent;
import dev.holdfast.server.http.Caller;
import dev.holdfast.server.http.Problem;
import dev.holdfast.server.identity.Identity;
import java.time.Duration;
import java.util.List;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The locks for the calls of other tools, with the same rights, quotas, audit events, history and refusals as in the HTTP API. A
 * protocol decides nothing about locks itself. Every method may block, and throws a {@link Problem} for what is not permitted or
 * not possible. Thread-safe.
 */
public interface ToolLocks {
    /**
     * The change by a call.
     *
     * @param events for the audit log
     * @param takeBack undoes a grant that cannot be recorded; null for a change that grants nothing
     */
    record Change(
            Supplier<List<AuditEvent>> events, @Nullable Runnable takeBack) {
        /** Returns the answer of the call, after which the change is recorded. */
        public Answer recordedBy(Answer answer) {
            return takeBack == null ? answer.did(events) : answer.granted(events, takeBack);
        }
    }

    /**
     * A grant to another tool.
     *
     * @param change to be recorded by the answer
     */
    record Taken(Grant grant, Change change) {}

    /**
     * Holds that were ended.
     *
     * @param count how many; for a release 1 if there was one
     * @param change to be recorded by the answer
     */
    record Ended(int count, Change change) {}

    /**
     * Acquires without waiting. A refusal is a problem whose message is the whole sentence for a person.
     *
     * @param request with an {@link #owner} and a {@link #receipt} of the caller
     * @param lease how long the hold lasts, unless the configuration has a policy of its own for the resource
     */
    Taken acquire(Caller caller, LockRequest request, Lease lease);

    /**
     * Acquires without waiting, for as long as the policy says.
     *
     * @param request with an {@link #owner} and a {@link #receipt} of the caller
     */
    Taken acquire(Caller caller, LockRequest request);

    /** Releases the caller's own holds in one step. Harmless when repeated. */
    Ended release(Caller caller, List<Receipt> receipts);

    /**
     * Ends the hold with that fence, or every hold on a resource, by force. A hold of the caller's own user, also of
     * another tool, needs no right to force.
     *
     * @param fence null for every hold
     * @param reason shown to the holder, and kept in the history
     */
    Ended force(Caller caller, String resource, @Nullable Long fence, String reason);

    /** Renews a hold of the caller if its last heartbeat was that long ago. A hold that is lost stays lost. */
    void renewIfOld(Caller caller, Receipt receipt, Hold hold, Duration age);

    /** Returns one resource as it is now. */
    LockView view(Caller caller, String resource);

    /**
     * Passes on the locks whose names begin so and that the caller may see, in the order of their names, until the action returns
     * false. Reads them page by page.
     *
     * @param after only locks after that name; empty for all
     */
    void each(Caller caller, String prefix, String after, Predicate<LockView> action);

    /** Returns the name of the user of a hold that the caller may know; empty if it is hidden. */
    String user(Caller caller, String resource, Hold hold);

    /**
     * Returns the owner of the caller's holds within another tool. Its name says who, and by which tool.
     *
     * @param tool the tool for people, as in {@code Git LFS}
     * @param id tells the owners of one user within the tool apart, as in {@code git-lfs:novel}
     */
    static Owner owner(Caller caller, String tool, String id) {
        String suffix = " (" + tool + ")";
        String name = caller.display();
        int most = Bounds.PERSON - suffix.length();
        return Owner.of(ownerId(caller.name(), id))
                .named((name.length() > most ? name.substring(0, most) : name) + suffix)
                .user(caller.name());
    }

    /** Returns the id in the store of a user's owner within a tool. */
    static String ownerId(String user, String id) {
        return Identity.ownerId(new Caller(user, user, List.of()), id);
    }

    /**
     * Returns the caller's receipt for a key within a tool. It is the same on every server and after each start, so that the tool
     * need not keep it.
     */
    static Receipt receipt(Caller caller, String tool, String key, String resource) {
        return Identity.ofTool(caller.name(), tool, key, resource);
    }

    /** Returns the receipt of another user for a key within a tool, to recognise its holds. */
    static Receipt receipt(String user, String tool, String key, String resource) {
        return Identity.ofTool(user, tool, key, resource);
    }

    /** Returns whether a hold belongs to the caller's user, no matter which tool acquired it. */
    static boolean isOwn(Caller caller, Hold hold) {
        return Identity.isOwn(caller, hold.owner());
    }
}
