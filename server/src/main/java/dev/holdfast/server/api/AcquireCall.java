package dev.holdfast.server.api;

import dev.holdfast.LockRequest;
import dev.holdfast.Mode;
import dev.holdfast.Receipt;
import dev.holdfast.internal.base.Bounds;
import dev.holdfast.server.http.Caller;
import dev.holdfast.server.http.JsonBody;
import dev.holdfast.server.http.Problem;
import dev.holdfast.server.http.Request;
import dev.holdfast.server.http.Verb;
import dev.holdfast.server.identity.Identity;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * A call that acquires locks, after its rights were checked.
 *
 * @param shown the receipt for the caller; null for that of the grant
 * @param repeatable whether the caller finds the grant with a repeated call
 */
record AcquireCall(LockRequest request, @Nullable Receipt shown, boolean repeatable) {
    static AcquireCall of(Request request) {
        return of(request, wanted(request));
    }

    /** Returns what the call gets that asks the holders of one resource to hand it over. */
    static AcquireCall asking(Request request) {
        return of(request, wanted(request, List.of(request.body().requiredText("resource"))));
    }

    private static AcquireCall of(Request request, LockRequest wanted) {
        Caller caller = request.caller();
        for (String resource : wanted.resources()) {
            caller.require(Caller.Role.EDITOR, resource);
        }
        Receipt shown = receipt(request, wanted.resources().get(0));
        return new AcquireCall(
                shown == null ? wanted : wanted.receipt(Identity.receipt(caller, shown)),
                shown,
                request.body().has("receipt") || request.idempotencyKey() != null);
    }

    /** Returns whether it takes locks over from others. */
    boolean takesOver() {
        return request.takeover() != null;
    }

    /** Returns the caller's receipt for a receipt in the store. */
    Receipt shown(Receipt kept) {
        return shown == null ? kept : shown.on(kept.resource());
    }

    private static LockRequest wanted(Request request) {
        JsonBody body =
                request.body().only("resources", "mode", "type", "ttl", "wait", "note", "owner", "receipt", "takeover");
        List<String> resources = body.texts("resources");
        if (resources.isEmpty()) {
            throw Problem.invalid("'resources' must be a list of at least one name.");
        }
        Bounds.count("The names in 'resources'", resources.size(), Bounds.NAMES);
        LockRequest wanted = wanted(request, resources).type(body.text("type", ""));
        Duration wait = body.duration("wait");
        wanted = wait == null ? wanted : wanted.timeout(wait);
        String takeover = body.text("takeover");
        if (takeover != null) {
            Caller forcing = request.caller().doing(Verb.FORCE);
            wanted.resources().forEach(resource -> forcing.require(Caller.Role.ADMIN, resource));
            wanted = wanted.takeover(takeover);
        }
        return wanted;
    }

    private static LockRequest wanted(Request request, List<String> resources) {
        JsonBody body = request.body();
        JsonBody owner = body.nested("owner").only("id", "name", "user", "processes");
        LockRequest wanted = LockRequest.of(resources)
                .mode(mode(body.text("mode", "exclusive")))
                .owner(Identity.owner(request, owner))
                .note(body.text("note", ""));
        Duration ttl = body.duration("ttl");
        return ttl == null ? wanted : wanted.ttl(ttl);
    }

    private static @Nullable Receipt receipt(Request request, String first) {
        String text = request.body().text("receipt");
        if (text != null) {
            return Receipt.parse(text);
        }
        String key = request.idempotencyKey();
        if (key != null) {
            return Identity.repeatable(request.caller(), key, first);
        }
        return request.caller().signedIn() ? Receipt.create(first) : null;
    }

    private static Mode mode(String text) {
        return switch (text.toLowerCase(Locale.ROOT)) {
            case "exclusive" -> Mode.EXCLUSIVE;
            case "shared" -> Mode.SHARED;
            default -> throw Problem.invalid("'mode' must be exclusive or shared.");
        };
    }
}
