package dev.holdfast.internal.manager;

import dev.holdfast.HandOverRequest;
import dev.holdfast.HandOverRequest.Reply;
import dev.holdfast.HoldId;
import dev.holdfast.LockRequest;
import dev.holdfast.Receipt;
import dev.holdfast.Requests;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;

/**
 * Requests to holders through a server, which names no owner of its own.
 *
 * @param owned completes a request with the owner and the receipt
 */
record OwnedRequests(Requests requests, UnaryOperator<LockRequest> owned) implements Requests {
    @Override
    public Asked ask(LockRequest request, String message) {
        return requests.ask(owned.apply(request), message);
    }

    @Override
    public List<HandOverRequest> find(Receipt receipt) {
        return requests.find(receipt);
    }

    @Override
    public List<HandOverRequest> listByAsker(String ownerId) {
        return requests.listByAsker(ownerId);
    }

    @Override
    public List<HandOverRequest> listByHolder(String ownerId) {
        return requests.listByHolder(ownerId);
    }

    @Override
    public Optional<HandOverRequest> answer(String resource, String ownerId, HoldId request, Reply reply) {
        return requests.answer(resource, ownerId, request, reply);
    }

    @Override
    public boolean mute(String resource, String ownerId, boolean muted) {
        return requests.mute(resource, ownerId, muted);
    }

    @Override
    public boolean shown(String resource, String ownerId) {
        return requests.shown(resource, ownerId);
    }

    @Override
    public boolean shown(String resource, String ownerId, HoldId request) {
        return requests.shown(resource, ownerId, request);
    }

    @Override
    public boolean withdraw(String resource, String ownerId) {
        return requests.withdraw(resource, ownerId);
    }

    @Override
    public boolean withdraw(Receipt receipt) {
        return requests.withdraw(receipt);
    }
}
