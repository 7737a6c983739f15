package dev.holdfast.internal.manager;

import dev.holdfast.HandOverRequest;
import dev.holdfast.HandOverRequest.Reply;
import dev.holdfast.HoldId;
import dev.holdfast.StoreException;
import dev.holdfast.UnreadableRecordException;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The requests to hand over the holds of one handle. Each is shown once to those that listen; then the store is told so. */
final class HandleRequests {
    /** More than can be open at a time for one lock. What has ended does not come back, so it may be forgotten. */
    private static final int REMEMBERED = 256;

    private final HoldBackend backend;
    private final Executor callbacks;
    private final Set<HoldId> shown = new HashSet<>();
    /** All callbacks in one; null if nothing listens. */
    private @Nullable Consumer<HandOverRequest> listener;

    HandleRequests(HoldBackend backend, Executor callbacks) {
        this.backend = backend;
        this.callbacks = callbacks;
    }

    synchronized void listen(Consumer<HandOverRequest> callback) {
        listener = listener == null ? callback : listener.andThen(callback);
    }

    /** Shows what is new. */
    synchronized void show(KeptHandle handle) {
        Consumer<HandOverRequest> present = listener;
        if (present == null) {
            return;
        }
        List<HandOverRequest> open = handle.handleState().requests();
        for (HandOverRequest request : open) {
            if (shown.add(request.id())) {
                forgetEnded(open);
                callbacks.execute(() -> {
                    present.accept(request);
                    shown(request);
                });
            }
        }
    }

    private void forgetEnded(List<HandOverRequest> open) {
        if (shown.size() > REMEMBERED) {
            shown.retainAll(open.stream().map(HandOverRequest::id).toList());
        }
    }

    private void shown(HandOverRequest request) {
        try {
            backend.shown(request);
        } catch (StoreException | UnreadableRecordException e) {
            forget(request); // It is shown, and the store told, again.
        }
    }

    private synchronized void forget(HandOverRequest request) {
        shown.remove(request.id());
    }

    Optional<HandOverRequest> answer(HandOverRequest request, Reply reply) {
        return backend.answer(request, reply);
    }
}
