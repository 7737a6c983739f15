package dev.holdfast.internal.codec;

import dev.holdfast.HandOverRequest;
import dev.holdfast.HandOverRequest.RequestState;
import dev.holdfast.internal.json.JsonText;
import dev.holdfast.internal.rules.OpenRequest;
import dev.holdfast.internal.rules.OpenRequests;
import dev.holdfast.internal.rules.RequestLog;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Requests to holders, as JSON. Empty and default values are left out. */
final class RequestParts {
    private RequestParts() {}

    static void open(OpenRequests requests, JsonText to) {
        to.putAllUnlessEmpty("requests", requests.list(), RequestParts::open);
        if (!requests.muted().isEmpty()) {
            to.putTexts("muted", requests.muted());
        }
        times("asked", requests.asked(), to);
    }

    static void times(String field, List<Instant> times, JsonText to) {
        if (!times.isEmpty()) {
            to.putTexts(field, times.stream().map(Parts::time).toList());
        }
    }

    private static void open(OpenRequest request, JsonText to) {
        to.put("claim", request.claim(), Parts::claim);
        to.put("holder", request.holder(), Parts::owner);
        to.put("fence", request.fence());
        to.putUnlessEmpty("message", request.message());
        to.put("asked", Parts.time(request.asked()));
        put("told", request.told(), to);
        put("until", request.until(), to);
        if (request.promised()) {
            to.put("promised", true);
        }
        to.putUnlessEmpty("reply", request.reply());
        if (request.lease() != null) {
            to.put("lease", request.lease(), Parts::lease);
        }
        put("unanswered", request.unanswered(), to);
    }

    static OpenRequests open(Fields lock) {
        return lock.get("requests") == null && lock.get("muted") == null && lock.get("asked") == null
                ? OpenRequests.NONE
                : new OpenRequests(
                        lock.list("requests", RequestParts::one),
                        lock.list("muted", text -> text, String.class),
                        lock.times("asked"));
    }

    static RequestLog log(Fields fields) {
        return new RequestLog(
                fields.textOrEmpty("user"), fields.list("requests", RequestParts::logged), fields.times("times"));
    }

    private static OpenRequest one(Fields fields) {
        return new OpenRequest(
                Parts.claim(fields.object("claim")),
                Parts.owner(fields.object("holder")),
                fields.number("fence"),
                fields.textOrEmpty("message"),
                fields.time("asked"),
                fields.timeOrNull("told"),
                fields.timeOrNull("until"),
                fields.isTrue("promised"),
                fields.textOrEmpty("reply"),
                fields.get("lease") == null ? null : Parts.lease(fields.object("lease")),
                fields.timeOrNull("unanswered"));
    }

    static void logged(HandOverRequest request, JsonText to) {
        to.put("resource", request.resource());
        to.put("id", request.id().toString());
        to.put("asker", request.asker(), Parts::owner);
        to.put("holder", request.holder(), Parts::owner);
        to.put("fence", request.fence());
        to.putUnlessEmpty("message", request.message());
        to.put("state", request.state().name());
        to.put("asked", Parts.time(request.asked()));
        put("told", request.told(), to);
        put("until", request.until(), to);
        to.putUnlessEmpty("reply", request.reply());
        put("ended", request.ended(), to);
    }

    static HandOverRequest logged(Fields fields) {
        return new HandOverRequest(
                fields.text("resource"),
                fields.id("id"),
                Parts.owner(fields.object("asker")),
                Parts.owner(fields.object("holder")),
                fields.number("fence"),
                fields.textOrEmpty("message"),
                fields.choice("state", RequestState.class),
                fields.time("asked"),
                fields.timeOrNull("told"),
                fields.timeOrNull("until"),
                fields.textOrEmpty("reply"),
                fields.timeOrNull("ended"));
    }

    private static void put(String field, @Nullable Instant time, JsonText to) {
        if (time != null) {
            to.put(field, Parts.time(time));
        }
    }
}
