package dev.holdfast.internal.manager;

import dev.holdfast.Holds.Grant;
import dev.holdfast.Holds.Heartbeat;
import dev.holdfast.Holds.Renewal;
import dev.holdfast.LockRequest;
import dev.holdfast.Receipt;
import dev.holdfast.StoreException;
import dev.holdfast.internal.manager.Clocks.Moment;
import dev.holdfast.spi.Key.Kind;
import dev.holdfast.spi.Query;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** The asynchronous form of a {@link StoreLockManager}. */
final class StoreAsyncGrants implements AsyncGrants {
    private final Acquirer acquirer;
    private final ReceiptCalls calls;
    private final DraftCalls drafts;
    private final Views views;
    private final Keeper keeper;
    private final AsyncCombiner combiner;
    private final AsyncWaits waits;

    StoreAsyncGrants(
            Engine engine, Acquirer acquirer, ReceiptCalls calls, DraftCalls drafts, Views views, Keeper keeper) {
        this.acquirer = acquirer;
        this.calls = calls;
        this.drafts = drafts;
        this.views = views;
        this.keeper = keeper;
        this.combiner = new AsyncCombiner(engine);
        this.waits = new AsyncWaits(acquirer, keeper.calls());
    }

    @Override
    public CompletableFuture<Grant> grant(LockRequest request) {
        if (!request.timeout().isZero()) {
            throw new IllegalArgumentException(
                    "A request that waits needs a second argument, which completes when its caller is gone: pass one, or"
                            + " do not wait.");
        }
        Moment before = acquirer.clocks().now();
        List<Receipt> receipts = acquirer.receipts(request);
        return combiner.submit(
                () -> acquirer.opening(request, receipts),
                attempt -> calls.noted(acquirer.decided(receipts, attempt, before, false))
                        .grant());
    }

    @Override
    public CompletableFuture<Grant> grant(LockRequest request, CompletionStage<?> gone) {
        if (request.timeout().isZero()) {
            return grant(request);
        }
        List<Receipt> receipts = acquirer.receipts(request);
        return waits.begin(request, receipts, gone, new AsyncCall<>() {
            @Override
            public Grant end(DecidedRequest decided) {
                return calls.noted(decided).grant();
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
    public CompletableFuture<Renewal> renew(Heartbeat heartbeat) {
        Moment before = acquirer.clocks().now();
        return combiner.submit(() -> calls.renewing(heartbeat), attempt -> calls.renewal(heartbeat, attempt, before));
    }

    @Override
    public List<Renewal> look(List<Receipt> receipts) {
        return views.holds(receipts);
    }

    @Override
    public CompletableFuture<Boolean> release(Collection<Receipt> receipts) {
        Moment before = acquirer.clocks().now();
        List<Receipt> all = Receipt.inOrder(receipts);
        return combiner.submit(() -> calls.releasing(all), attempt -> calls.released(all, attempt, before));
    }

    @Override
    public List<Optional<Renewal>> renewIfNotBusy(List<Heartbeat> heartbeats) {
        return calls.renewIfNotBusy(heartbeats, acquirer.clocks().now());
    }

    @Override
    public Optional<Boolean> releaseIfNotBusy(Collection<Receipt> receipts) {
        return calls.releaseIfNotBusy(
                Receipt.inOrder(receipts), acquirer.clocks().now());
    }

    @Override
    public DraftUse drafts(String user) {
        return drafts.use(user);
    }

    @Override
    public int losses(String user, int most) {
        return views.count(Query.all(Kind.ENDING).user(user), most);
    }

    @Override
    public void close() {
        waits.close();
        combiner.close();
    }
}
