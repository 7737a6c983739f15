package dev.holdfast.internal.manager;

import dev.holdfast.Acquisition;
import dev.holdfast.Draft;
import dev.holdfast.HistoryEntry;
import dev.holdfast.Hold;
import dev.holdfast.HoldId;
import dev.holdfast.Holds.Grant;
import dev.holdfast.Holds.Heartbeat;
import dev.holdfast.Holds.Renewal;
import dev.holdfast.LockAdmin.HistoryQuery;
import dev.holdfast.LockAdmin.LockQuery;
import dev.holdfast.LockEvent;
import dev.holdfast.LockHandle;
import dev.holdfast.LockManager.StoreTraits;
import dev.holdfast.LockRequest;
import dev.holdfast.LockView;
import dev.holdfast.Loss;
import dev.holdfast.ManagerOptions;
import dev.holdfast.OutcomeUnknownException;
import dev.holdfast.Policies;
import dev.holdfast.Policy;
import dev.holdfast.Receipt;
import dev.holdfast.Requests;
import dev.holdfast.StoreException;
import dev.holdfast.Subscription;
import dev.holdfast.internal.base.Bounds;
import dev.holdfast.internal.base.ResourceName;
import dev.holdfast.internal.base.Stamp;
import dev.holdfast.internal.manager.Clocks.Moment;
import dev.holdfast.internal.rules.Command;
import dev.holdfast.internal.rules.Outcome;
import dev.holdfast.internal.rules.OwnerEnded;
import dev.holdfast.internal.storage.EndingHolds;
import dev.holdfast.internal.storage.ServerNotes;
import dev.holdfast.spi.Change;
import dev.holdfast.spi.Group;
import dev.holdfast.spi.Key;
import dev.holdfast.spi.Key.Kind;
import dev.holdfast.spi.LockStore;
import dev.holdfast.spi.Query;
import dev.holdfast.spi.Result;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.function.Consumer;

/** The manager of the locks in one store. */
public final class StoreLockManager extends ManagerBase {
    private final LockStore store;
    private final Engine engine;
    private final HoldBackend backend;
    private final Keeper keeper;
    private final Acquirer acquirer;
    private final Views views;
    private final Clocks clocks;
    private final DraftCalls drafts;
    private final ReceiptCalls calls;
    private final AsyncWaits asyncWaits;
    private final RequestCalls requests;
    private final Set<LockSubscription> subscriptions = ConcurrentHashMap.newKeySet();

    StoreLockManager(LockStore store, ManagerOptions options) {
        this(store, options, new Clocks(options.nanos(), options.wall()));
    }

    private StoreLockManager(LockStore store, ManagerOptions options, Clocks clocks) {
        this(new ObservedStore(store), options, clocks);
    }

    private StoreLockManager(ObservedStore store, ManagerOptions options, Clocks clocks) {
        this(
                new Engine(
                        store,
                        options.policies() == null ? Policies.of(store.traits().preset()) : options.policies(),
                        clocks),
                clocks,
                new DefaultOwner(options.owner()));
        store.onLock(sighting -> keeper.heard(sighting.key().name(), sighting.entry()));
    }

    private StoreLockManager(Engine engine, Clocks clocks, DefaultOwner owner) {
        this(engine, new StoreHoldBackend(engine), clocks, owner);
    }

    private StoreLockManager(Engine engine, HoldBackend backend, Clocks clocks, DefaultOwner owner) {
        this(engine, backend, new Keeper(backend, clocks), new Acquirer(engine, clocks, owner), owner);
    }

    private StoreLockManager(Engine engine, HoldBackend backend, Keeper keeper, Acquirer acquirer, DefaultOwner owner) {
        super(keeper, owner);
        this.clocks = keeper.clocks();
        this.store = engine.store();
        this.engine = engine;
        this.backend = backend;
        this.keeper = keeper;
        this.acquirer = acquirer;
        this.views = new Views(engine);
        this.drafts = new DraftCalls(engine);
        this.calls = new ReceiptCalls(engine, drafts, new RecentLocks(clocks));
        this.asyncWaits = new AsyncWaits(acquirer, keeper.calls());
        this.requests = new RequestCalls(engine, acquirer, views, this::ended);
    }

    @Override
    Acquisition ask(String... resources) {
        LockRequest request = LockRequest.of(resources);
        keeper.releaseGivenUp(request.resources());
        List<Receipt> receipts = acquirer.receipts(request);
        try {
            return acquirer.atOnce(request, receipts).acquisition(backend, keeper);
        } catch (OutcomeUnknownException e) {
            keeper.giveUp(receipts);
            throw e;
        }
    }

    @Override
    Acquisition ask(LockRequest request) throws InterruptedException {
        keeper.releaseGivenUp(request.resources());
        List<Receipt> receipts = acquirer.receipts(request);
        try {
            return acquirer.decide(request, receipts, true).acquisition(backend, keeper);
        } catch (StoreException | InterruptedException e) {
            keeper.giveUp(request, receipts, e);
            throw e;
        }
    }

    @Override
    CompletableFuture<Acquisition> ask(LockRequest request, CompletionStage<?> gone) {
        List<Receipt> receipts = acquirer.receipts(request);
        return asyncWaits.begin(request, receipts, gone, new AsyncCall<>() {
            @Override
            public void begin() {
                keeper.releaseGivenUp(request.resources());
            }

            @Override
            public boolean renews() {
                return true;
            }

            @Override
            public Acquisition end(DecidedRequest decided) {
                return decided.acquisition(backend, keeper);
            }

            @Override
            public void failed(Throwable why) {
                if (why instanceof StoreException || why instanceof CancellationException) {
                    keeper.giveUp(request, receipts, why);
                }
            }
        });
    }

    @Override
    Executor waitThreads() {
        return asyncWaits.tryThreads();
    }

    @Override
    Grant askForReceipts(LockRequest request) throws InterruptedException {
        return askForReceipts(request, receipts -> acquirer.decide(request, receipts, false));
    }

    /** Returns what the store keeps besides locks. */
    <T> Optional<T> extension(Class<T> type) {
        return store.extension(type);
    }

    ServerNotes serverNotes() {
        return new ServerNotes(store);
    }

    EndingHolds endingHolds() {
        return new EndingHolds(store);
    }

    /** Acquires with receipts, and removes in the same step what is over in the store. */
    Grant grantAndTidy(LockRequest request) throws InterruptedException {
        return askForReceipts(request, receipts -> {
            DecidedRequest first = acquirer.atOnce(request, receipts, new Sweep(engine, views)::runWith);
            return first.holds().isEmpty() && !request.timeout().isZero()
                    ? acquirer.decide(request, receipts, false)
                    : first;
        });
    }

    /** A way to decide a request. */
    private interface Decider {
        DecidedRequest on(List<Receipt> receipts) throws InterruptedException;
    }

    private Grant askForReceipts(LockRequest request, Decider decider) throws InterruptedException {
        List<Receipt> receipts = acquirer.receipts(request);
        try {
            return calls.noted(decider.on(receipts)).grant();
        } catch (StoreException | InterruptedException e) {
            keeper.giveUp(request, receipts, e);
            throw e;
        }
    }

    @Override
    public CompletableFuture<Grant> grant(LockRequest request, CompletionStage<?> gone) {
        return asyncWaits.begin(
                request,
                acquirer.receipts(request),
                gone,
                decided -> calls.noted(decided).grant());
    }

    @Override
    LockHandle takeUp(Collection<Receipt> receipts) {
        return acquirer.attach(receipts).handle(backend, keeper);
    }

    @Override
    public List<Renewal> renew(List<Heartbeat> heartbeats) {
        Moment before = clocks.now();
        List<Attempt> attempts = heartbeats.stream().map(calls::renewing).toList();
        engine.runAll(attempts);
        List<Renewal> renewals = new ArrayList<>(attempts.size());
        for (int i = 0; i < attempts.size(); i++) {
            renewals.add(calls.renewal(heartbeats.get(i), attempts.get(i), before));
        }
        return renewals;
    }

    @Override
    public List<Optional<Hold>> view(List<Receipt> receipts) {
        return look(receipts).stream().map(Renewal::hold).toList();
    }

    @Override
    public List<Renewal> look(List<Receipt> receipts) {
        return views.holds(receipts);
    }

    @Override
    public boolean release(Collection<Receipt> receipts) {
        Moment before = clocks.now();
        List<Receipt> all = Receipt.inOrder(receipts);
        return calls.released(all, engine.run(calls.releasing(all)), before);
    }

    @Override
    public List<Optional<Renewal>> renewIfNotBusy(List<Heartbeat> heartbeats) {
        return calls.renewIfNotBusy(heartbeats, clocks.now());
    }

    @Override
    public Optional<Boolean> releaseIfNotBusy(Collection<Receipt> receipts) {
        return calls.releaseIfNotBusy(Receipt.inOrder(receipts), clocks.now());
    }

    /** Returns the asynchronous form of this manager, with threads of its own. */
    AsyncGrants asynchronous() {
        return new StoreAsyncGrants(engine, acquirer, calls, drafts, views, keeper);
    }

    @Override
    public boolean submit(Receipt receipt, String author) {
        drafts.requireKept(receipt.resource());
        return run(receipt.resource(), new Command.Release(receipt.holdId(), author)) instanceof Outcome.Released;
    }

    @Override
    public Optional<Draft> get(String resource, String author) {
        return drafts.of(ResourceName.require(resource), author);
    }

    @Override
    public List<Left> left(Receipt taker) {
        return drafts.left(
                taker.resource(), views.holds(List.of(taker)).get(0).hold().orElse(null));
    }

    @Override
    public boolean discard(String resource, String author) {
        return drafts.discard(ResourceName.require(resource), author);
    }

    @Override
    public boolean release(String resource, String ownerId) {
        ResourceName.require(resource);
        Outcome outcome = run(resource, new Command.ReleaseOwner(ownerId));
        ended(resource);
        return outcome instanceof Outcome.Released;
    }

    /** Has a handle of this manager that may just have lost a hold looked at: its holder need not wait for the next look. */
    private void ended(String resource) {
        keeper.heard(resource, null);
    }

    @Override
    public int endOwner(String ownerId) {
        end(ownerId);
        engine.cohorts().callOwner(ownerId);
        requests.endOwner(ownerId);
        return runOnAll(Query.all(Kind.LOCK).owner(ownerId), new Command.ReleaseOwner(ownerId));
    }

    @Override
    public int clear(String actor) {
        Bounds.text("The name of the actor", actor, Bounds.PERSON);
        return runOnAll(Query.all(Kind.LOCK), new Command.Force(LockEvent.EventKind.CLEARED, actor, ""));
    }

    /** Runs a command on all records of a query. Returns how many holds it ended. */
    private int runOnAll(Query query, Command command) {
        List<Attempt> attempts = new ArrayList<>();
        views.forEach(
                query,
                entry -> attempts.add(
                        new Attempt(List.of(engine.step(entry.key().name(), command)), Snapshot.heard(entry))));
        engine.runAll(attempts);
        attempts.forEach(attempt -> ended(attempt.steps().get(0).key().name()));
        return attempts.stream()
                .map(attempt -> attempt.outcomes().get(0))
                .mapToInt(outcome -> outcome instanceof Outcome.Released released
                        ? released.holds().size()
                        : 0)
                .sum();
    }

    /**
     * Ends an owner: from here on, no request of that owner can be granted; what it already has is listed after this. A mark that
     * is there from an earlier call is written again, since it must outlast the requests of today.
     */
    private void end(String ownerId) {
        Key key = new Key(Kind.OWNER_ENDED, ownerId);
        OwnerEnded mark = new OwnerEnded(ownerId, Stamp.TIME);
        long expected = Change.ABSENT;
        Pause pause = Pause.whileBusy();
        boolean again = false;
        while (true) {
            Result result = store.apply(List.of(Group.of(Change.put(key, expected, mark))))
                    .get(0);
            if (result instanceof Result.Applied) {
                return;
            }
            if (result instanceof Result.Conflict conflict) {
                expected = conflict.current().version(key);
                if (again && expected != Change.ABSENT) {
                    return; // Another call has ended the owner at the same time.
                }
                again = true;
            } else {
                pause.await();
            }
        }
    }

    @Override
    public List<Hold> forceRelease(String resource, String actor, String reason) {
        return force(resource, new Command.Force(actor, reason));
    }

    @Override
    public List<Hold> forceRelease(String resource, long fence, String actor, String reason) {
        return force(resource, new Command.Force(actor, reason).only(fence));
    }

    private List<Hold> force(String resource, Command.Force force) {
        ResourceName.require(resource);
        Bounds.text("The name of the actor", force.actor(), Bounds.PERSON);
        Bounds.text("The reason for a release", force.reason(), Bounds.REASON);
        Outcome outcome = run(resource, force);
        ended(resource);
        return outcome instanceof Outcome.Released released ? released.holds() : List.of();
    }

    private Outcome run(String resource, Command command) {
        return engine.run(resource, command, Snapshot.ASSUMED_ABSENT).outcomes().get(0);
    }

    @Override
    public Requests requests() {
        return requests;
    }

    @Override
    public Optional<Loss> loss(Receipt receipt) {
        HoldId hold = receipt.holdId();
        Loss loss = engine.loss(receipt.resource(), hold);
        return loss.ending().isPresent() ? Optional.of(loss) : Optional.empty();
    }

    @Override
    public LockView view(String resource) {
        return views.look(ResourceName.require(resource));
    }

    @Override
    public List<LockView> list(String prefix) {
        return views.list(Query.all(Kind.LOCK).prefix(prefix));
    }

    @Override
    public List<LockView> list(LockQuery query) {
        Query found = Query.all(Kind.LOCK)
                .prefix(query.prefix())
                .owner(query.owner())
                .user(query.user())
                .after(query.after())
                .limit(query.limit());
        boolean all = query.owner() == null && query.user() == null;
        return views.page(
                found,
                owner -> !all
                        && (query.owner() == null || owner.id().equals(query.owner()))
                        && (query.user() == null || owner.user().equals(query.user())));
    }

    @Override
    public List<LockView> listByOwner(String ownerId) {
        return views.list(
                Query.all(Kind.LOCK).owner(ownerId), owner -> owner.id().equals(ownerId));
    }

    @Override
    public List<LockView> listByUser(String user) {
        return views.list(Query.all(Kind.LOCK).user(user), owner -> owner.user().equals(user));
    }

    @Override
    public boolean verifyFence(String resource, long fence) {
        return view(resource).holders().stream()
                .anyMatch(judged ->
                        judged.hold().fence() == fence && !judged.state().ended());
    }

    @Override
    public List<HistoryEntry> history(HistoryQuery query) {
        return store.history(query);
    }

    @Override
    Subscription subscribe(String prefix, Consumer<LockView> listener) {
        LockSubscription listening = new LockSubscription(store, views, prefix, listener, subscriptions::remove);
        subscriptions.add(listening);
        return listening;
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
    void endWaits() {
        engine.signals().close();
        engine.cohorts().close();
        asyncWaits.close();
    }

    @Override
    void disconnect() {
        subscriptions.forEach(LockSubscription::close);
        store.close();
    }
}
