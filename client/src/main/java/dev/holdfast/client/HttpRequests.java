package dev.holdfast.client;

import dev.holdfast.HandOverRequest;
import dev.holdfast.HandOverRequest.NotAsked;
import dev.holdfast.HandOverRequest.RequestState;
import dev.holdfast.HoldId;
import dev.holdfast.LockRequest;
import dev.holdfast.Owner;
import dev.holdfast.Receipt;
import dev.holdfast.Requests;
import dev.holdfast.internal.views.JsonAnswer;
import java.util.List;
import java.util.Optional;

/** Requests to the holders of a server's locks. */
record HttpRequests(Connection server) implements Requests {

    @Override
    public Asked ask(LockRequest request, String message) {
        Receipt receipt =
                request.receipt() == null ? Receipt.create(request.resources().get(0)) : request.receipt();
        dev.holdfast.client.Reply reply =
                server.post(RequestWriter.ask(request.receipt(receipt), message), "/v1/requests");
        JsonReply json = reply.done() ? reply.json() : reply.problem();
        if (!reply.done() && !json.has("why")) {
            throw HttpLocks.unexpected(reply);
        }
        return reply.done()
                ? new Asked(receipt, all(json.list("requests")), null, null, (int) json.number("unreachable"))
                : new Asked(receipt, List.of(), json.choice("why", NotAsked.class), json.timeOrNull("retryAt"), 0);
    }

    static List<HandOverRequest> all(List<JsonReply> requests) {
        return requests.stream().map(HttpRequests::read).toList();
    }

    private static HandOverRequest read(JsonReply json) {
        return new HandOverRequest(
                json.text("resource"),
                HoldId.parse(json.text("id")),
                owner(json, "asker"),
                owner(json, "holder"),
                json.number("fence", 0),
                json.text("message", ""),
                json.choice("state", RequestState.class),
                json.time("asked"),
                json.timeOrNull("shown"),
                json.timeOrNull("until"),
                json.text("reply", ""),
                json.timeOrNull("ended"));
    }

    private static Owner owner(JsonReply json, String who) {
        String name = json.text(who, Owner.UNKNOWN.name());
        return Owner.of(json.text(who + "Owner", Owner.UNKNOWN.id())).named(name);
    }

    @Override
    public List<HandOverRequest> find(Receipt receipt) {
        return all(server.get("/v1/requests/{}", receipt.text()).json().list("requests"));
    }

    @Override
    public List<HandOverRequest> listByAsker(String ownerId) {
        return all(server.get("/v1/owners/{}/requests", ownerId).json().list("asked"));
    }

    @Override
    public List<HandOverRequest> listByHolder(String ownerId) {
        return all(server.get("/v1/owners/{}/requests", ownerId).json().list("received"));
    }

    @Override
    public Optional<HandOverRequest> answer(
            String resource, String ownerId, HoldId request, HandOverRequest.Reply reply) {
        JsonAnswer body = new JsonAnswer()
                .with("resource", resource)
                .with("request", request.toString())
                .with("answer", word(reply))
                .with("message", reply.text());
        if (reply.state() == RequestState.PROMISED) {
            body.with("within", reply.within().toString());
        }
        dev.holdfast.client.Reply answer = server.post(body, "/v1/owners/{}/answers", ownerId);
        return answer.status() == 404 ? Optional.empty() : Optional.of(read(answer.json()));
    }

    private static String word(HandOverRequest.Reply reply) {
        return switch (reply.state()) {
            case HANDED -> "now";
            case PROMISED -> "in";
            default -> "no";
        };
    }

    @Override
    public boolean mute(String resource, String ownerId, boolean muted) {
        JsonAnswer body = new JsonAnswer().with("resource", resource).with("muted", muted);
        return server.post(body, "/v1/owners/{}/mute", ownerId).json().flag("held");
    }

    @Override
    public boolean shown(String resource, String ownerId) {
        return shown(new JsonAnswer().with("resource", resource), ownerId);
    }

    @Override
    public boolean shown(String resource, String ownerId, HoldId request) {
        return shown(new JsonAnswer().with("resource", resource).with("request", request.toString()), ownerId);
    }

    private boolean shown(JsonAnswer body, String ownerId) {
        return server.post(body, "/v1/owners/{}/shown", ownerId).json().flag("held");
    }

    @Override
    public boolean withdraw(String resource, String ownerId) {
        return server.delete("/v1/owners/{}/requests/{}", ownerId, resource)
                .json()
                .flag("withdrawn");
    }

    @Override
    public boolean withdraw(Receipt receipt) {
        return server.delete("/v1/requests/{}", receipt.text()).json().flag("withdrawn");
    }
}
