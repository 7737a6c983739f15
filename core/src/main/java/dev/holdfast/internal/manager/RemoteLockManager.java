package dev.holdfast.internal.manager;

import dev.holdfast.Acquisition;
import dev.holdfast.Draft;
import dev.holdfast.HistoryEntry;
import dev.holdfast.Hold;
import dev.holdfast.Holds.Grant;
import dev.holdfast.Holds.Heartbeat;
import dev.holdfast.Holds.Renewal;
import dev.holdfast.LockAdmin.HistoryQuery;
import dev.holdfast.LockAdmin.LockQuery;
import dev.holdfast.LockHandle;
import dev.holdfast.LockLostException;
import dev.holdfast.LockManager.StoreTraits;
import dev.holdfast.LockRequest;
import dev.holdfast.LockView;
import dev.holdfast.Loss;
import dev.holdfast.ManagerOptions;
import dev.holdfast.Policy;
import dev.holdfast.ProcessId;
import dev.holdfast.Receipt;
import dev.holdfast.Requests;
import dev.holdfast.Subscription;
import dev.holdfast.internal.base.ResourceName;
import dev.holdfast.internal.manager.Clocks.Moment;
import dev.holdfast.internal.process.ProcessTable;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The manager of locks that a server decides about. It sends requests, and keeps the granted holds alive. */
public final class RemoteLockManager extends ManagerBase {
    private final Locks locks;
    private final HoldBackend backend;
    private final Keeper keeper;
    private final DefaultOwner owner;
    private final RemoteWaits waits;
    private final RemoteAsyncWaits asyncWaits;

    RemoteLockManager(Locks locks, ManagerOptions options) {
        this(
                locks,
                new RemoteHoldBackend(locks),
                new Clocks(options.nanos(), options.wall()),
                new DefaultOwner(options.owner()));
    }

    private RemoteLockManager(Locks locks, HoldBackend backend, Clocks clocks, DefaultOwner owner) {
        this(locks, backend, new Keeper(backend, clocks), owner);
    }

    private RemoteLockManager(Locks locks, HoldBackend backend, Keeper keeper, DefaultOwner owner) {
        super(keeper, owner);
        this.locks = locks;
        this.backend = backend;
        this.keeper = keeper;
        this.owner = owner;
        this.waits = new RemoteWaits(locks);
        this.asyncWaits = new RemoteAsyncWaits(locks, keeper.calls());
    }

    @Override
    Acquisition ask(String... resources) {
        try {
            return ask(LockRequest.of(resources));
        } catch (InterruptedException e) {
            // It asks for no wait, so this comes from the way there and back.
            Thread.currentThread().interrupt();
            throw new IllegalStateException(
                    "Interrupted while asking " + locks.traits().address() + ".", e);
        }
    }

    @Override
    Acquisition ask(LockRequest request) throws InterruptedException {
        keeper.releaseGivenUp(request.resources());
        LockRequest owned = owned(request);
        Moment before = keeper.clocks().now();
        try {
            return acquisition(request, waits.grant(owned), before);
        } catch (RuntimeException | InterruptedException e) {
            giveUp(request, owned, e);
            throw e;
        }
    }

    @Override
    CompletableFuture<Acquisition> ask(LockRequest request, CompletionStage<?> gone) {
        LockRequest owned = owned(request);
        return asyncWaits.begin(owned, gone, new AsyncCall<>() {
            private Moment before = keeper.clocks().now();

            @Override
            public void begin() {
                keeper.releaseGivenUp(request.resources());
                before = keeper.clocks().now();
            }

            @Override
            public Acquisition end(Grant grant) {
                return acquisition(request, grant, before);
            }

            @Override
            public void failed(Throwable why) {
                giveUp(request, owned, why);
            }
        });
    }

    private Acquisition acquisition(LockRequest request, Grant grant, Moment before) {
        if (!grant.granted()) {
            return Acquisition.refused(grant.refusals());
        }
        // Its holder counts from before the call; where that was long ago, from before another that takes it up.
        return Acquisition.of(
                request.timeout().isZero()
                        ? handle(grant.receipts(), grant.holds(), grant.asOf(), before)
                        : kept(grant));
    }

    /** Has the keeper release what a request that failed may have left at the server. */
    private void giveUp(LockRequest request, LockRequest owned, Throwable why) {
        // With a receipt made beforehand its caller may ask again for the same.
        if (request.receipt() == null && !(why instanceof IllegalArgumentException)) {
            keeper.giveUp(receipts(owned));
        }
    }

    @Override
    Executor waitThreads() {
        return asyncWaits.threads();
    }

    private static List<Receipt> receipts(LockRequest owned) {
        Receipt first = Objects.requireNonNull(owned.receipt());
        return owned.resources().stream()
                .map(resource -> resource.equals(first.resource()) ? first : first.on(resource))
                .toList();
    }

    private KeptHandle handle(List<Receipt> receipts, List<Hold> holds, Instant asOf, Moment before) {
        return new KeptHandle(backend, keeper, new HandleState(receipts, holds, Snapshot.ASSUMED_ABSENT), asOf, before);
    }

    /** Returns a handle for what was granted after a wait. If a part of it was ended meanwhile, the handle is lost already. */
    private LockHandle kept(Grant grant) {
        Moment before = keeper.clocks().now();
        List<Renewal> renewals = renewed(grant.receipts(), null);
        List<Hold> holds = new ArrayList<>();
        int lost = HoldBackend.Finding.NONE;
        for (int i = 0; i < renewals.size(); i++) {
            holds.add(renewals.get(i).hold().orElse(grant.holds().get(i)));
            lost = renewals.get(i).hold().isEmpty() ? i : lost;
        }
        KeptHandle handle = handle(grant.receipts(), holds, lastSeen(holds), before);
        handle.looked(lost, before);
        return handle;
    }

    @Override
    Grant askForReceipts(LockRequest request) throws InterruptedException {
        return waits.grant(owned(request));
    }

    @Override
    public CompletableFuture<Grant> grant(LockRequest request, CompletionStage<?> gone) {
        return asyncWaits.begin(owned(request), gone, grant -> grant);
    }

    /**
     * Returns the request with a receipt made here, before the first try. If the answer is lost, a second request finds the
     * grant.
     */
    private LockRequest owned(LockRequest request) {
        LockRequest owned = request.owner(owner.of(request));
        return owned.receipt() == null
                ? owned.receipt(Receipt.create(owned.resources().get(0)))
                : owned;
    }

    @Override
    LockHandle takeUp(Collection<Receipt> receipts) {
        return takenUp(Receipt.inOrder(receipts), List.of(ProcessTable.system().self()));
    }

    private LockHandle takenUp(List<Receipt> receipts, List<ProcessId> processes) {
        Moment before = keeper.clocks().now();
        List<Renewal> renewals = renewed(receipts, processes);
        List<Hold> holds = new ArrayList<>();
        for (int i = 0; i < receipts.size(); i++) {
            Receipt receipt = receipts.get(i);
            holds.add(renewals.get(i).hold().orElseThrow(() -> new LockLostException(backend.loss(receipt))));
        }
        return handle(receipts, holds, lastSeen(holds), before);
    }

    private List<Renewal> renewed(List<Receipt> receipts, @Nullable List<ProcessId> processes) {
        return locks.renew(receipts.stream()
                .map(receipt -> new Heartbeat(receipt, true, processes))
                .toList());
    }

    private static Instant lastSeen(List<Hold> holds) {
        return holds.stream().map(Hold::seen).max(Comparator.naturalOrder()).orElseThrow();
    }

    @Override
    public List<Renewal> renew(List<Heartbeat> heartbeats) {
        return locks.renew(heartbeats);
    }

    @Override
    public Requests requests() {
        return new OwnedRequests(locks.requests(), this::owned);
    }

    @Override
    public List<Renewal> look(List<Receipt> receipts) {
        return locks.look(receipts);
    }

    @Override
    public List<Optional<Hold>> view(List<Receipt> receipts) {
        return locks.view(receipts);
    }

    @Override
    public boolean release(Collection<Receipt> receipts) {
        return locks.release(receipts);
    }

    @Override
    public List<Optional<Renewal>> renewIfNotBusy(List<Heartbeat> heartbeats) {
        return locks.renewIfNotBusy(heartbeats);
    }

    @Override
    public Optional<Boolean> releaseIfNotBusy(Collection<Receipt> receipts) {
        return locks.releaseIfNotBusy(receipts);
    }

    @Override
    public boolean submit(Receipt receipt, String author) {
        return locks.submit(receipt, author);
    }

    @Override
    public Optional<Draft> get(String resource, String author) {
        return locks.get(resource, author);
    }

    @Override
    public List<Left> left(Receipt taker) {
        return locks.left(taker);
    }

    @Override
    public boolean discard(String resource, String author) {
        return locks.discard(resource, author);
    }

    @Override
    public boolean release(String resource, String ownerId) {
        return locks.release(resource, ownerId);
    }

    @Override
    public int endOwner(String ownerId) {
        return locks.endOwner(ownerId);
    }

    @Override
    public List<Hold> forceRelease(String resource, String actor, String reason) {
        return locks.forceRelease(resource, actor, reason);
    }

    @Override
    public List<Hold> forceRelease(String resource, long fence, String actor, String reason) {
        return locks.forceRelease(resource, fence, actor, reason);
    }

    @Override
    public int clear(String actor) {
        return locks.clear(actor);
    }

    @Override
    public Optional<Loss> loss(Receipt receipt) {
        return locks.loss(receipt);
    }

    @Override
    public LockView view(String resource) {
        return locks.view(resource);
    }

    @Override
    public List<LockView> list(String prefix) {
        return locks.list(prefix);
    }

    @Override
    public List<LockView> list(LockQuery query) {
        return locks.list(query);
    }

    @Override
    public List<LockView> listByOwner(String ownerId) {
        return locks.listByOwner(ownerId);
    }

    @Override
    public List<LockView> listByUser(String user) {
        return locks.listByUser(user);
    }

    @Override
    public boolean verifyFence(String resource, long fence) {
        return locks.verifyFence(resource, fence);
    }

    @Override
    public List<HistoryEntry> history(HistoryQuery query) {
        return locks.history(query);
    }

    @Override
    Subscription subscribe(String prefix, Consumer<LockView> listener) {
        return locks.listen(prefix, listener);
    }

    @Override
    public int sweep() {
        return locks.sweep();
    }

    @Override
    public List<String> warnings() {
        return locks.warnings();
    }

    @Override
    public Policy policy(String resource) {
        return backend.policy(ResourceName.require(resource));
    }

    @Override
    public StoreTraits traits() {
        return locks.traits();
    }

    @Override
    void endWaits() {
        waits.close();
        asyncWaits.close();
    }

    @Override
    void disconnect() {
        locks.close();
    }
}
