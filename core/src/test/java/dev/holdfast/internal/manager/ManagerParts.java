package dev.holdfast.internal.manager;

import dev.holdfast.LockRequest;
import dev.holdfast.Owner;
import dev.holdfast.Policies;
import dev.holdfast.Preset;
import dev.holdfast.internal.rules.Command;
import dev.holdfast.spi.Key;
import dev.holdfast.spi.Result;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** The parts of a manager over a {@link TableStore}, for tests that look inside. */
final class ManagerParts {
    static final Duration TTL = Duration.ofMinutes(1);

    final TableStore store = new TableStore();
    final Engine engine;
    final StoreHoldBackend backend;
    final Acquirer acquirer;

    ManagerParts() {
        this(Policies.of(Preset.OFFLINE));
    }

    ManagerParts(Policies policies) {
        engine = new Engine(store, policies, Plans.CLOCKS);
        backend = new StoreHoldBackend(engine);
        acquirer = new Acquirer(engine, store.clocks(), new DefaultOwner(Owner.of("ann")));
    }

    /** Acquires those resources in one request. */
    DecidedRequest granted(String... resources) {
        LockRequest request = LockRequest.of(resources).ttl(TTL);
        return acquirer.atOnce(request, acquirer.receipts(request));
    }

    HandleState handleState(String... resources) {
        DecidedRequest decided = granted(resources);
        return new HandleState(decided.receipts(), decided.holds(), decided.snapshot());
    }

    KeptHandle handle(Keeper keeper, String... resources) {
        return granted(resources).handle(backend, keeper);
    }

    boolean isHeld(String resource) {
        Key key = Key.lock(resource);
        return !engine.look(List.of(key)).lock(key).holds().isEmpty();
    }

    /** Ends a hold as an administrator does. */
    void force(String resource) {
        engine.run(resource, new Command.Force("admin", "because"), Snapshot.ASSUMED_ABSENT);
    }

    /** Answers that a record is busy, until it is told otherwise. */
    void busy(String resource) {
        store.answer = batch -> {
            List<Result> results = new ArrayList<>();
            batch.forEach(group -> {
                boolean stuck = group.changes().stream()
                        .anyMatch(change -> change.key().name().equals(resource));
                results.addAll(stuck ? List.of(new Result.Busy()) : store.applied(List.of(group)));
            });
            return results;
        };
    }

    /** Throws instead of answering changes. */
    void failing(RuntimeException failure) {
        store.answer = batch -> {
            throw failure;
        };
    }

    void working() {
        store.answer = store::applied;
        store.beforeRead = () -> {};
    }
}
