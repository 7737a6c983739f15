package dev.holdfast.internal.manager;

import dev.holdfast.HandOverRequest;
import dev.holdfast.HandOverRequest.Reply;
import dev.holdfast.Holds.Grant;
import dev.holdfast.LockRequest;
import dev.holdfast.Loss;
import dev.holdfast.Policy;
import dev.holdfast.ProcessId;
import dev.holdfast.Receipt;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The place where the holds of handles are kept: a store, or a server. Its methods may block. */
public interface HoldBackend {
    /** A receiver of the results, one for each of several handles: which of its holds is lost, or {@link #NONE}. */
    interface Finding {
        int NONE = -1;

        void found(int handleState, int lost);
    }

    Policy policy(String resource);

    /**
     * Sends heartbeats for all handles, in as few round trips as possible. Reports each as soon as it is decided, then throws
     * the first failure, if any.
     *
     * @param rebind the processes they are bound to from now on; none unbinds; null leaves them
     */
    void renew(List<HandleState> handleStates, boolean activity, @Nullable List<ProcessId> rebind, Finding finding);

    /**
     * Renews all of them in as few round trips as possible, without waiting for any that is busy: it is tried again in the next
     * round. Reports each as soon as it is decided, then throws the first failure, if any.
     */
    void keepAlive(List<HandleState> handleStates, Finding finding);

    /** Looks whether they are still there, in one trip. */
    void look(List<HandleState> handleStates, Finding finding);

    void release(HandleState handleState);

    /** Releases without waiting for what is busy. Returns whether all of it is released. */
    boolean releaseIfNotBusy(HandleState handleState);

    /** Returns how a hold that is not there any more has ended. */
    Loss loss(Receipt receipt);

    /** Notes that the holder was shown a request. */
    void shown(HandOverRequest request);

    /** Acquires for the caller of a hold what it asks for under the same receipt. */
    Grant grant(LockRequest request);

    /** Answers a request on behalf of its holder. */
    Optional<HandOverRequest> answer(HandOverRequest request, Reply reply);

    /** Tidies up. Called often while there are handles, and rarely while there are none. */
    void tidy();
}
