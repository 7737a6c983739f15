package dev.holdfast;

import dev.holdfast.rules.Command;
import dev.holdfast.rules.Hold;
import dev.holdfast.rules.HoldId;
import dev.holdfast.rules.Notice;
import dev.holdfast.rules.Outcome;
import dev.holdfast.rules.Owner;
import dev.holdfast.rules.OwnerEnded;
import dev.holdfast.rules.Policies;
import dev.holdfast.rules.Policy;
import dev.holdfast.rules.Stamp;
import dev.holdfast.store.Change;
import dev.holdfast.store.Group;
import dev.holdfast.store.HistoryQuery;
import dev.holdfast.store.Key;
import dev.holdfast.store.Kind;
import dev.holdfast.store.LockStore;
import dev.holdfast.store.PastEvent;
import dev.holdfast.store.Query;
import dev.holdfast.store.Result;
import dev.holdfast.store.StoreTraits;
import dev.holdfast.store.Subscription;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/** The manager of the locks in one store. */
final class StoreLockManager implements LockManager {
    private final LockStore store;
    private final Engine engine;
    private final Keeper keeper;
    private final Acquirer acquirer;
    private final Views views;

    StoreLockManager(LockStore store, ManagerOptions options) {
        Policies policies = options.policies();
        Clocks clocks = new Clocks(options.nanos(), options.wall());
        this.store = store;
        this.engine =
                new Engine(store, policies == null ? Policies.of(store.traits().preset()) : policies);
        this.keeper = new Keeper(engine, clocks);
        this.acquirer = new Acquirer(engine, keeper, options.owner());
        this.views = new Views(engine);
    }

    @Override
    public LockHandle acquire(String... resources) {
        return tryAcquire(resources).orThrow();
    }

    @Override
    public LockHandle acquire(LockRequest request) throws InterruptedException {
        return tryAcquire(request).orThrow();
    }

    @Override
    public Acquisition tryAcquire(String... resources) {
        return acquirer.atOnce(LockRequest.of(resources)).acquisition(engine, keeper);
    }

    @Override
    public Acquisition tryAcquire(LockRequest request) throws InterruptedException {
        return acquirer.decide(request).acquisition(engine, keeper);
    }

    @Override
    public Grant grant(LockRequest request) throws InterruptedException {
        return acquirer.decide(request).grant();
    }

    @Override
    public LockHandle attach(Collection<Receipt> receipts) {
        return acquirer.attach(receipts);
    }

    @Override
    public Optional<Hold> renew(Receipt receipt, boolean activity) {
        // Renewed from elsewhere: whatever process it was bound to says nothing about its owner any more.
        Command renew = new Command.Renew(receipt.holdId(), activity, List.of());
        Outcome outcome = run(receipt.resource(), renew);
        return outcome instanceof Outcome.Renewed renewed ? Optional.of(renewed.hold()) : Optional.empty();
    }

    @Override
    public boolean release(Receipt receipt) {
        return run(receipt.resource(), new Command.Release(receipt.holdId())) instanceof Outcome.Released;
    }

    @Override
    public boolean release(String resource, String ownerId) {
        ResourceName.require(resource);
        return run(resource, new Command.ReleaseOwner(ownerId)) instanceof Outcome.Released;
    }

    @Override
    public int releaseAll(String ownerId) {
        end(ownerId);
        return runOnAll(Query.all(Kind.LOCK).owner(ownerId), new Command.ReleaseOwner(ownerId));
    }

    @Override
    public int clear(String actor) {
        return runOnAll(Query.all(Kind.LOCK), new Command.Force(Notice.Kind.CLEARED, actor, ""));
    }

    /** How many holds that ended. */
    private int runOnAll(Query query, Command command) {
        List<Attempt> attempts = new ArrayList<>();
        views.forEach(
                query,
                entry ->
                        attempts.add(new Attempt(List.of(engine.step(entry.key().name(), command)), Sight.of(entry))));
        engine.runAll(attempts);
        return attempts.stream()
                .map(attempt -> attempt.outcomes().get(0))
                .mapToInt(outcome -> outcome instanceof Outcome.Released released
                        ? released.holds().size()
                        : 0)
                .sum();
    }

    /** From here on, no request of that owner can be granted; what it already has is listed after this. */
    private void end(String ownerId) {
        Key key = new Key(Kind.OWNER_ENDED, ownerId);
        Change change = Change.put(key, Change.ABSENT, new OwnerEnded(ownerId, Stamp.TIME));
        Result result;
        do {
            result = store.apply(List.of(Group.of(change))).get(0);
        } while (result instanceof Result.Busy);
    }

    @Override
    public List<Hold> forceRelease(String resource, String actor, String reason) {
        ResourceName.require(resource);
        Outcome outcome = run(resource, new Command.Force(actor, reason));
        return outcome instanceof Outcome.Released released ? released.holds() : List.of();
    }

    private Outcome run(String resource, Command command) {
        return engine.run(resource, command, Sight.GUESS).outcomes().get(0);
    }

    @Override
    public Optional<Loss> loss(Receipt receipt) {
        HoldId hold = receipt.holdId();
        Loss loss = engine.loss(receipt.resource(), hold);
        return loss.ending().isPresent() ? Optional.of(loss) : Optional.empty();
    }

    @Override
    public LockView look(String resource) {
        return views.look(ResourceName.require(resource));
    }

    @Override
    public List<LockView> list(String prefix) {
        return views.list(Query.all(Kind.LOCK).prefix(prefix));
    }

    @Override
    public List<LockView> listOf(String ownerId) {
        return views.list(Query.all(Kind.LOCK).owner(ownerId));
    }

    @Override
    public boolean verifyFence(String resource, long fence) {
        return look(resource).holds().stream()
                .anyMatch(judged ->
                        judged.hold().fence() == fence && !judged.verdict().ended());
    }

    @Override
    public List<PastEvent> history(HistoryQuery query) {
        return store.history(query);
    }

    @Override
    public Subscription listen(String prefix, Consumer<LockView> listener) {
        return new Listening(store, views, prefix, listener);
    }

    @Override
    public int sweep() {
        return new Sweep(engine, views).run();
    }

    @Override
    public List<String> warnings() {
        return store.warnings();
    }

    @Override
    public Policy policy(String resource) {
        return engine.policy(ResourceName.require(resource));
    }

    @Override
    public StoreTraits traits() {
        return store.traits();
    }

    @Override
    public Owner owner() {
        return acquirer.usualOwner();
    }

    @Override
    public void close() {
        try {
            giveBack(keeper.handles().iterator());
        } finally {
            keeper.close();
            store.close();
        }
    }

    /** All of them: one that cannot be given back is no reason to keep the others. */
    private static void giveBack(Iterator<LockHandle> handles) {
        while (handles.hasNext()) {
            try {
                handles.next().close();
            } catch (RuntimeException e) {
                try {
                    giveBack(handles);
                } catch (RuntimeException another) {
                    e.addSuppressed(another);
                }
                throw e;
            }
        }
    }
}
