package dev.holdfast;

import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Holds without handles, by their receipts: for servers, hooks and other programs that act on behalf of a holder elsewhere. Every
 * method may block, and may throw a {@link StoreException}. Thread-safe.
 */
public interface Holds {

    /**
     * Acquires as requested, and waits if the request says so. It gives no handle: only {@link #renew} keeps the holds alive,
     * and only {@link #release} or time ends them.
     *
     * @return the holds, or the reasons for the refusal
     */
    Grant grant(LockRequest request) throws InterruptedException;

    /**
     * Sends heartbeats for several holds, in as few round trips as possible.
     *
     * @return the result of each, in their order
     */
    List<Renewal> renew(List<Heartbeat> heartbeats);

    /**
     * Sends a heartbeat for a hold from elsewhere.
     *
     * @return the hold as it is then, or empty if it is lost; {@link #loss} returns the reason
     */
    default Optional<Hold> renew(Receipt receipt, boolean activity) {
        return renew(List.of(Heartbeat.of(receipt, activity))).get(0).hold();
    }

    /**
     * Returns those holds as they are at one moment, with one round trip and without a heartbeat; empty for each that is lost
     * or over.
     */
    List<Optional<Hold>> view(List<Receipt> receipts);

    /**
     * Releases one hold. Harmless when repeated.
     *
     * @return whether there was such a hold
     */
    default boolean release(Receipt receipt) {
        return release(List.of(receipt));
    }

    /**
     * Releases several holds in one step. Harmless when repeated.
     *
     * @return whether there was any of them
     */
    boolean release(Collection<Receipt> receipts);

    /**
     * Releases the hold of an owner on a resource.
     *
     * @return whether there was such a hold
     */
    boolean release(String resource, String ownerId);

    /** Returns why a hold was lost, if it was. The reason is remembered for a day. */
    Optional<Loss> loss(Receipt receipt);

    /** Returns whether the hold with that fencing token is the one that counts now. */
    boolean verifyFence(String resource, long fence);

    /** Returns the requests to holders to hand over. */
    Requests requests();

    /** Returns all resources that an owner holds or waits for. */
    List<LockView> listByOwner(String ownerId);

    /** Returns all resources that any owner of that user holds or waits for. */
    List<LockView> listByUser(String user);

    /**
     * The result of a request made on behalf of another program: holds, or the reasons for a refusal. Only the owner of the
     * receipts keeps the holds alive.
     *
     * @param receipts of the holds, in the order of the resources; none if it was refused
     * @param holds as they were granted
     * @param refusals none if it was granted
     * @param asOf the store's time
     */
    public record Grant(List<Receipt> receipts, List<Hold> holds, List<Refusal> refusals, Instant asOf) {
        public Grant {
            receipts = List.copyOf(receipts);
            holds = List.copyOf(holds);
            refusals = List.copyOf(refusals);
        }

        /** Returns whether all resources were granted. */
        public boolean granted() {
            return refusals.isEmpty();
        }
    }

    /**
     * The result of a heartbeat.
     *
     * @param hold as it is then; empty if it is lost, and {@link Holds#loss} returns the reason
     * @param draft as it is kept then, if one was sent. A text that comes after the hold was lost is kept too. One that comes after
     *     the hold was released is not, since it may have been submitted
     * @param requests the open requests to hand the hold over
     */
    public record Renewal(Optional<Hold> hold, Optional<Draft> draft, List<HandOverRequest> requests) {
        public Renewal {
            requests = List.copyOf(requests);
        }

        /** Makes a result of a hold that is not asked for. */
        public Renewal(Optional<Hold> hold, Optional<Draft> draft) {
            this(hold, draft, List.of());
        }
    }

    /**
     * A heartbeat for one hold.
     *
     * @param activity whether the user or program did something since the last one, and is not merely present
     * @param processes the processes that the hold is bound to from now on; none unbinds it; null leaves it as it is
     * @param draft the author's text so far, saved in the same step; or null
     */
    public record Heartbeat(
            Receipt receipt, boolean activity, @Nullable List<ProcessId> processes, Draft.@Nullable Edit draft) {
        public Heartbeat {
            processes = processes == null ? null : List.copyOf(processes);
            if (processes != null) {
                ProcessId.requireBounded(processes);
            }
        }

        /** Makes a heartbeat without a text. */
        public Heartbeat(Receipt receipt, boolean activity, @Nullable List<ProcessId> processes) {
            this(receipt, activity, processes, null);
        }

        /**
         * Returns a heartbeat from elsewhere, which unbinds the hold: its former process no longer says anything about its owner.
         */
        public static Heartbeat of(Receipt receipt, boolean activity) {
            return new Heartbeat(receipt, activity, List.of());
        }

        /** Returns a copy that also saves a draft. */
        public Heartbeat draft(Draft.Edit newDraft) {
            return new Heartbeat(receipt, activity, processes, newDraft);
        }
    }
}
