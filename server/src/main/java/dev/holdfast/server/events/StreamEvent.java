package dev.holdfast.server.events;

import dev.holdfast.HandOverRequest;
import dev.holdfast.LockManager;
import dev.holdfast.LockView;
import dev.holdfast.Policy.Privacy;
import dev.holdfast.internal.json.Json;
import dev.holdfast.internal.rules.Weight;
import dev.holdfast.server.http.Caller;
import dev.holdfast.server.identity.Veil;
import io.vertx.core.buffer.Buffer;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** An event of a stream. Most listeners get the same text, which is written once. Used by one thread. */
final class StreamEvent {
    private final LockManager locks;
    private final long number;
    private final String id;
    private final LockView view;
    /** The requests to its holders that changed, if nothing else did; else null. */
    private final @Nullable RequestChanges onlyRequests;

    private final int weight;
    private @Nullable Buffer open;
    private @Nullable Buffer veiled;

    StreamEvent(LockManager locks, long number, String id, LockView view, @Nullable RequestChanges onlyRequests) {
        this.onlyRequests = onlyRequests;
        this.weight = weight(view);
        this.locks = locks;
        this.number = number;
        this.id = id;
        this.view = view;
    }

    long number() {
        return number;
    }

    String resource() {
        return view.resource();
    }

    LockView view() {
        return view;
    }

    /** Returns whether nothing changed but requests to its holders. */
    boolean isAboutRequests() {
        return onlyRequests != null;
    }

    /** Returns whether the caller may know that something changed. */
    boolean concerns(Caller caller) {
        return onlyRequests == null || onlyRequests.concern(new Veil(locks, caller));
    }

    /** Returns its approximate size in memory. */
    int weight() {
        return weight;
    }

    private static int weight(LockView view) {
        int weight = 400 + Weight.of(view.resource());
        for (LockView.Holder judged : view.holders()) {
            weight += Weight.of(judged.hold());
        }
        for (LockView.WaitingCaller waiter : view.queue()) {
            weight += Weight.of(waiter.owner());
        }
        for (HandOverRequest request : view.requests()) {
            weight += 200
                    + Weight.of(request.asker())
                    + Weight.of(request.holder())
                    + Weight.of(request.message())
                    + Weight.of(request.reply());
        }
        return weight;
    }

    /** Drops the texts that were sent to all listeners. They are written again if needed later. */
    void forgetTexts() {
        open = null;
        veiled = null;
    }

    /** Returns whether the caller may know all of it. */
    boolean isOpenTo(Caller caller) {
        return new Veil(locks, caller).privacy(view.resource()) == Privacy.OPEN;
    }

    /** Returns the text with what the caller may know. */
    Buffer text(Caller caller) {
        if (caller.signedIn() && isAbout(caller)) {
            return text(new Veil(locks, caller));
        }
        if (caller.may(Caller.Role.ADMIN, view.resource())) {
            open = open == null ? text(new Veil(locks, caller)) : open;
            return open;
        }
        veiled = veiled == null ? text(Veil.ofStrangers(locks)) : veiled;
        return veiled;
    }

    /** Returns the text as part of a snapshot. It has no id: a client that reconnects after a part would miss the rest. */
    Buffer part(Caller caller) {
        return Buffer.buffer("event: lock\ndata: " + data(new Veil(locks, caller)) + "\n\n");
    }

    private boolean isAbout(Caller caller) {
        return view.holders().stream()
                        .anyMatch(judged -> judged.hold().owner().user().equals(caller.name()))
                || view.queue().stream()
                        .anyMatch(waiter -> waiter.owner().user().equals(caller.name()))
                || view.requests().stream()
                        .anyMatch(request -> request.asker().user().equals(caller.name()));
    }

    private Buffer text(Veil veil) {
        return text("lock", id, data(veil));
    }

    private String data(Veil veil) {
        return Json.write(veil.lock(view, Instant.now()));
    }

    static Buffer text(String name, String id, String data) {
        return Buffer.buffer("event: " + name + "\nid: " + id + "\ndata: " + data + "\n\n");
    }
}
