package dev.holdfast.session;

import dev.holdfast.HandOverRequest;
import dev.holdfast.HandOverRequest.Reply;
import dev.holdfast.HoldId;
import dev.holdfast.LockManager;
import dev.holdfast.LockRequest;
import dev.holdfast.Owner;
import dev.holdfast.Requests;
import dev.holdfast.Requests.Asked;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Asks the holders of locks to hand them over, and answers such requests, for the {@link CurrentOwner}. What is handed over is held
 * like any lock of the owner: {@link CurrentLocks#acquire} finds it. Thread-safe.
 */
public final class HandOvers {
    private final Requests requests;
    private final OwnerIds ownerIds;
    private final Consumer<HandOverRequest> listener;

    /**
     * Makes the requests of an application.
     *
     * @param listener called with each request that is made or answered here, as it is then
     */
    public HandOvers(LockManager locks, OwnerIds ownerIds, Consumer<HandOverRequest> listener) {
        this.requests = locks.holds().requests();
        this.ownerIds = ownerIds;
        this.listener = listener;
    }

    /** Asks every holder of a resource to hand it over. */
    public Asked ask(String resource, String message) {
        Owner owner = CurrentOwner.required().taking();
        LockRequest wanted = LockRequest.of(resource).owner(owner).receipt(ownerIds.asking(owner.id(), resource));
        Asked asked = requests.ask(wanted, message);
        asked.requests().forEach(listener);
        return asked;
    }

    /** Withdraws the request of the current owner for a resource. Returns whether there was an open one. */
    public boolean withdraw(String resource) {
        return CurrentOwner.get()
                .map(owner -> requests.withdraw(resource, owner.id()))
                .orElse(false);
    }

    /** Returns the requests that the current owner made within a day, with what became of them. */
    public List<HandOverRequest> asked() {
        return CurrentOwner.get().map(owner -> requests.listByAsker(owner.id())).orElse(List.of());
    }

    /** Returns the requests to the current owner that have no final answer. */
    public List<HandOverRequest> received() {
        return CurrentOwner.get()
                .map(owner -> requests.listByHolder(owner.id()))
                .orElse(List.of());
    }

    /** Notes that a person has been shown the requests to the current owner for a resource. */
    public void shown(String resource) {
        CurrentOwner.get().ifPresent(owner -> requests.shown(resource, owner.id()));
    }

    /** Answers a request to the current owner. Returns it as it is then; empty if it has ended. */
    public Optional<HandOverRequest> answer(String resource, HoldId request, Reply reply) {
        Optional<HandOverRequest> answered =
                CurrentOwner.get().flatMap(owner -> requests.answer(resource, owner.id(), request, reply));
        answered.ifPresent(listener);
        return answered;
    }
}
