package dev.holdfast.client;

import dev.holdfast.Draft;
import dev.holdfast.Holds.Heartbeat;
import dev.holdfast.LockRequest;
import dev.holdfast.Owner;
import dev.holdfast.ProcessId;
import dev.holdfast.Receipt;
import dev.holdfast.internal.views.JsonAnswer;
import dev.holdfast.internal.views.LockJson;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Writes the bodies of requests. */
final class RequestWriter {
    private RequestWriter() {}

    /** @throws IllegalArgumentException if the request has no owner or no receipt */
    static JsonAnswer lock(LockRequest request) {
        JsonAnswer body = wanted(request).with("resources", request.resources());
        if (!request.type().isEmpty()) {
            body.with("type", request.type());
        }
        if (!request.timeout().isZero()) {
            body.with("wait", request.timeout().toString());
        }
        return request.takeover() == null ? body : body.with("takeover", request.takeover());
    }

    /** @param request with an owner and a receipt, for one resource */
    static JsonAnswer ask(LockRequest request, String message) {
        return wanted(request).with("resource", request.resources().get(0)).with("message", message);
    }

    private static JsonAnswer wanted(LockRequest request) {
        Receipt receipt = request.receipt();
        Owner owner = request.owner();
        if (receipt == null || owner == null) {
            throw new IllegalArgumentException("A request to a server needs an owner and a receipt.");
        }
        JsonAnswer body = new JsonAnswer()
                .with("mode", LockJson.label(request.mode()))
                .with("note", request.note())
                .with("receipt", receipt.text())
                .with("owner", owner(owner));
        if (request.lease() != null) {
            throw new IllegalArgumentException(
                    "The policy of the server says how long a hold lasts; use a time to live.");
        }
        return request.ttl() == null ? body : body.with("ttl", request.ttl().toString());
    }

    private static Map<String, @Nullable Object> owner(Owner owner) {
        return new JsonAnswer()
                .with("id", owner.id())
                .with("name", owner.name())
                .with("user", owner.user())
                .with("processes", processes(owner.processes()))
                .tree();
    }

    private static List<Map<String, @Nullable Object>> processes(List<ProcessId> processes) {
        return processes.stream()
                .map(process -> new JsonAnswer()
                        .with("pid", process.pid())
                        .with("host", process.host())
                        .with("boot", process.boot())
                        .with("namespace", process.namespace())
                        .with("start", process.start())
                        .tree())
                .toList();
    }

    static JsonAnswer receipts(Collection<Receipt> receipts) {
        return new JsonAnswer()
                .with("receipts", receipts.stream().map(Receipt::text).toList());
    }

    /** Adds what several heartbeats have in common. */
    static JsonAnswer alike(JsonAnswer body, Heartbeat heartbeat) {
        body.with("active", heartbeat.activity());
        List<ProcessId> processes = heartbeat.processes();
        return processes == null ? body.with("sameProcesses", true) : body.with("processes", processes(processes));
    }

    static JsonAnswer heartbeat(Heartbeat heartbeat) {
        JsonAnswer body = alike(new JsonAnswer(), heartbeat);
        Draft.Edit text = heartbeat.draft();
        return text == null
                ? body
                : body.with(
                        "draft",
                        new JsonAnswer()
                                .with("author", text.author())
                                .with("revision", text.revision())
                                .with("content", text.content())
                                .tree());
    }
}
