package dev.holdfast.server.events;

import dev.holdfast.LockView;
import dev.holdfast.Locks;
import dev.holdfast.json.LockJson;
import dev.holdfast.json.Viewer;
import dev.holdfast.server.http.Caller;
import dev.holdfast.server.identity.Veil;
import dev.holdfast.store.Json;
import io.vertx.core.buffer.Buffer;
import org.jspecify.annotations.Nullable;

/** One thing that is told. Most are told the same text, which is written once. Used by one event loop. */
final class Event {
    private final Locks locks;
    private final long number;
    private final String id;
    private final LockView view;
    private @Nullable Buffer open;
    private @Nullable Buffer veiled;

    Event(Locks locks, long number, String id, LockView view) {
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

    /** As much of it as that caller may know. */
    Buffer text(Caller caller) {
        if (caller.signedIn() && isAbout(caller)) {
            return text(new Veil(locks, caller));
        }
        if (caller.may(Caller.Role.ADMIN, view.resource())) {
            open = open == null ? text(Viewer.ALL) : open;
            return open;
        }
        veiled = veiled == null ? text(Veil.ofStrangers(locks)) : veiled;
        return veiled;
    }

    private boolean isAbout(Caller caller) {
        return view.holds().stream()
                        .anyMatch(judged -> judged.hold().owner().user().equals(caller.name()))
                || view.queue().stream()
                        .anyMatch(ticket -> ticket.claim().owner().user().equals(caller.name()));
    }

    private Buffer text(Viewer viewer) {
        return text("lock", id, Json.write(LockJson.lock(view, viewer)));
    }

    static Buffer text(String name, String id, String data) {
        return Buffer.buffer("event: " + name + "\nid: " + id + "\ndata: " + data + "\n\n");
    }
}
