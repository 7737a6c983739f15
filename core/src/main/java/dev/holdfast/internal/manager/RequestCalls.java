package dev.holdfast.internal.manager;

import dev.holdfast.HandOverRequest;
import dev.holdfast.HandOverRequest.NotAsked;
import dev.holdfast.HandOverRequest.Reply;
import dev.holdfast.Hold;
import dev.holdfast.HoldId;
import dev.holdfast.LockRequest;
import dev.holdfast.Policy.Privacy;
import dev.holdfast.Receipt;
import dev.holdfast.Requests;
import dev.holdfast.internal.base.Bounds;
import dev.holdfast.internal.base.ResourceName;
import dev.holdfast.internal.rules.Claim;
import dev.holdfast.internal.rules.Command;
import dev.holdfast.internal.rules.LockState;
import dev.holdfast.internal.rules.OpenRequest;
import dev.holdfast.internal.rules.Outcome;
import dev.holdfast.internal.rules.RequestChange;
import dev.holdfast.internal.rules.RequestLog;
import dev.holdfast.spi.Key.Kind;
import dev.holdfast.spi.Query;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Predicate;

/** Requests to the holders of a store's locks. */
final class RequestCalls implements Requests {
    private final Engine engine;
    private final Acquirer acquirer;
    private final Views views;
    private final Consumer<String> changed;

    /** @param changed called with the resource whose holds may have changed */
    RequestCalls(Engine engine, Acquirer acquirer, Views views, Consumer<String> changed) {
        this.engine = engine;
        this.acquirer = acquirer;
        this.views = views;
        this.changed = changed;
    }

    @Override
    public Asked ask(LockRequest request, String message) {
        Bounds.text("A message", message, Bounds.NOTE);
        if (request.resources().size() != 1) {
            throw new IllegalArgumentException("A request to a holder is about one resource: ask for each by itself.");
        }
        Receipt receipt = acquirer.receipts(request).get(0);
        Step acquire = acquirer.steps(request, List.of(receipt), false).get(0);
        Claim claim = ((Command.Acquire) acquire.command()).claim();
        Attempt attempt = run(receipt.resource(), new Command.Ask(claim, message));
        if (attempt.outcomes().get(0) instanceof Outcome.NotRequested not) {
            LockState now = attempt.snapshot().lock(acquire.key());
            return new Asked(
                    receipt,
                    not.reason() == NotAsked.UPGRADING ? upgrading(receipt.resource(), now) : List.of(),
                    not.reason(),
                    not.retryAt(),
                    0);
        }
        if (attempt.outcomes().get(0) instanceof Outcome.Requested requested
                && requested.requests().isEmpty()) {
            return new Asked(receipt, find(receipt), null, null, 0);
        }
        LockState state = attempt.snapshot().lock(acquire.key());
        List<HandOverRequest> asked = new ArrayList<>();
        int unreachable = 0;
        for (OpenRequest open : state.requests().of(claim.id())) {
            asked.add(forAsker(open.on(receipt.resource())));
            unreachable += isForeign(state, open) ? 1 : 0;
        }
        return new Asked(receipt, asked, null, null, unreachable);
    }

    /** Returns the request of the holder that has asked the others to leave, unless holders are hidden. */
    private List<HandOverRequest> upgrading(String resource, LockState state) {
        if (engine.policy(resource).privacy() == Privacy.HIDDEN) {
            return List.of();
        }
        return state.requests().list().stream()
                .filter(request -> state.holdOf(request.claim().id()) != null)
                .limit(1)
                .map(request -> request.on(resource))
                .toList();
    }

    private static boolean isForeign(LockState state, OpenRequest request) {
        Hold hold = state.holdOfOwner(request.holder().id());
        return hold != null && hold.entries().isEmpty();
    }

    @Override
    public List<HandOverRequest> find(Receipt receipt) {
        HoldId id = receipt.holdId();
        List<HandOverRequest> found = logged(Query.all(Kind.REQUEST).prefix(receipt.resource() + '\n'), id::equals);
        if (found.stream().allMatch(request -> request.state().ended())) {
            return found;
        }
        // The hold may be over without a command that has noticed it.
        engine.run(receipt.resource(), new Command.Tidy(), Snapshot.ASSUMED_ABSENT);
        return logged(Query.all(Kind.REQUEST).prefix(receipt.resource() + '\n'), id::equals);
    }

    private List<HandOverRequest> logged(Query query, Predicate<HoldId> which) {
        List<HandOverRequest> found = new ArrayList<>();
        views.forEach(query, entry -> {
            for (HandOverRequest request : ((RequestLog) entry.body()).requests()) {
                if (which.test(request.id())) {
                    found.add(forAsker(request));
                }
            }
        });
        return found;
    }

    private HandOverRequest forAsker(HandOverRequest request) {
        return engine.policy(request.resource()).privacy() == Privacy.HIDDEN ? request.anonymous() : request;
    }

    @Override
    public List<HandOverRequest> listByAsker(String ownerId) {
        List<HandOverRequest> all = logged(Query.all(Kind.REQUEST).owner(ownerId), id -> true);
        all.removeIf(request -> !request.asker().id().equals(ownerId));
        return all;
    }

    @Override
    public List<HandOverRequest> listByHolder(String ownerId) {
        List<HandOverRequest> found = new ArrayList<>();
        views.forEach(Query.all(Kind.LOCK).owner(ownerId), entry -> {
            LockState state = LockState.of(entry);
            Hold hold = state.holdOfOwner(ownerId);
            if (hold != null) {
                state.requests()
                        .to(hold)
                        .forEach(request -> found.add(request.on(entry.key().name())));
            }
        });
        return found;
    }

    @Override
    public Optional<HandOverRequest> answer(String resource, String ownerId, HoldId request, Reply reply) {
        Optional<HandOverRequest> answered = answer(engine, ResourceName.require(resource), ownerId, request, reply);
        changed.accept(resource);
        return answered;
    }

    static Optional<HandOverRequest> answer(
            Engine engine, String resource, String holder, HoldId request, Reply reply) {
        return outcome(engine, resource, new Command.Respond(holder, request, reply));
    }

    @Override
    public boolean mute(String resource, String ownerId, boolean muted) {
        return run(ResourceName.require(resource), new Command.Mute(ownerId, muted))
                        .outcomes()
                        .get(0)
                instanceof Outcome.Done;
    }

    @Override
    public boolean shown(String resource, String ownerId) {
        return show(resource, new Command.Show(ownerId));
    }

    @Override
    public boolean shown(String resource, String ownerId, HoldId request) {
        return show(resource, new Command.Show(ownerId, request));
    }

    private boolean show(String resource, Command.Show show) {
        return run(ResourceName.require(resource), show).outcomes().get(0) instanceof Outcome.Done;
    }

    @Override
    public boolean withdraw(Receipt receipt) {
        return outcome(engine, receipt.resource(), new Command.Withdraw(receipt.holdId()))
                .isPresent();
    }

    @Override
    public boolean withdraw(String resource, String ownerId) {
        return outcome(engine, ResourceName.require(resource), new Command.Withdraw(ownerId))
                .isPresent();
    }

    private static Optional<HandOverRequest> outcome(Engine engine, String resource, Command command) {
        Outcome outcome = engine.run(resource, command, Snapshot.ASSUMED_ABSENT)
                .outcomes()
                .get(0);
        if (!(outcome instanceof Outcome.Answered answered)) {
            return Optional.empty();
        }
        RequestChange change = answered.change();
        return Optional.of(change.request().on(resource, change.state(), change.reply(), null));
    }

    private Attempt run(String resource, Command command) {
        return engine.run(resource, command, Snapshot.ASSUMED_ABSENT);
    }

    /** Withdraws the requests of an owner that has ended. */
    void endOwner(String ownerId) {
        for (HandOverRequest request : listByAsker(ownerId)) {
            if (!request.state().ended()) {
                withdraw(request.resource(), ownerId);
            }
        }
    }
}
