package dev.holdfast.internal.manager;

import dev.holdfast.HandOverRequest;
import dev.holdfast.HandOverRequest.Reply;
import dev.holdfast.HandOverRequest.RequestState;
import dev.holdfast.Hold;
import dev.holdfast.Holds.Grant;
import dev.holdfast.LockHandle;
import dev.holdfast.LockLostException;
import dev.holdfast.LockRequest;
import dev.holdfast.Loss;
import dev.holdfast.ProcessId;
import dev.holdfast.Receipt;
import dev.holdfast.Refusal;
import dev.holdfast.StoreException;
import dev.holdfast.UnreadableRecordException;
import dev.holdfast.internal.manager.Clocks.Moment;
import dev.holdfast.internal.rules.LockState;
import dev.holdfast.spi.Entry;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A handle whose holds a {@link Keeper} renews and checks. */
final class KeptHandle implements LockHandle {
    private enum Status {
        HELD,
        LOST,
        RELEASED,
        DETACHED
    }

    private final HoldBackend backend;
    private final Keeper keeper;
    private final HandleTiming timing;
    private final HandleState handleState;
    /** Guards the end of it: the first release, detaching or loss counts. */
    private final Object ending = new Object();

    private volatile Status status = Status.HELD;
    private final CompletableFuture<Loss> lost = new CompletableFuture<>();
    private volatile Countdown countdown;
    private volatile boolean warned;
    /** All warning callbacks in one. */
    private volatile Consumer<Duration> onWarning = left -> {};
    /** All loss callbacks in one. */
    private Consumer<Loss> onLoss = loss -> {};

    private final HandleRequests requests;
    private volatile Moment lastLook;
    /** Whether a feed has reported that a hold may be lost, since the last look. */
    private volatile boolean doubtful;

    /**
     * @param asOf the store's time of the answer to the call that granted it
     * @param before a moment before that call
     */
    KeptHandle(HoldBackend backend, Keeper keeper, HandleState handleState, Instant asOf, Moment before) {
        this.backend = backend;
        this.keeper = keeper;
        this.handleState = handleState;
        this.timing = HandleTiming.of(backend, handleState.receipts());
        this.requests = new HandleRequests(backend, keeper.callbacks());
        this.countdown = Countdown.of(handleState.holds(), asOf, before);
        this.lastLook = before;
        keeper.watch(this);
    }

    @Override
    public List<String> resources() {
        List<String> resources = new ArrayList<>();
        for (Receipt receipt : receipts()) {
            resources.add(receipt.resource());
        }
        return List.copyOf(resources);
    }

    @Override
    public long fence() {
        if (receipts().size() > 1) {
            throw new IllegalStateException("This handle holds " + String.join(", ", resources())
                    + ", each with a fencing token of its own: call fence(resource).");
        }
        return handleState.holds().get(0).fence();
    }

    @Override
    public long fence(String resource) {
        for (int i = 0; i < receipts().size(); i++) {
            if (receipts().get(i).resource().equals(resource)) {
                return handleState.holds().get(i).fence();
            }
        }
        throw new IllegalArgumentException("This handle does not hold " + resource + ".");
    }

    @Override
    public List<Hold> holds() {
        return handleState.holds();
    }

    @Override
    public List<Receipt> receipts() {
        return handleState.receipts();
    }

    @Override
    public boolean isHeld() {
        boolean inTime = !over() && !mayBeCleanedUp();
        return inTime && status == Status.HELD;
    }

    /** Returns whether it was not renewed for so long that others may have ended it. */
    private boolean mayBeCleanedUp() {
        return timing.mayBeCleanedUp(sinceRenewal());
    }

    /** Counts it as lost if others may have ended it; to be called when the store was asked and did not confirm it. */
    void loseIfUnconfirmed() {
        loseIf(this::mayBeCleanedUp);
    }

    @Override
    public Optional<Duration> remaining() {
        return Optional.ofNullable(countdown.left(keeper.clocks()));
    }

    @Override
    public CompletableFuture<Loss> lost() {
        return lost.isDone() ? lost.copy() : lost.thenApplyAsync(loss -> loss, keeper.callbacks());
    }

    @Override
    public synchronized LockHandle onLoss(Consumer<Loss> callback) {
        Consumer<Loss> later = loss -> keeper.callbacks().execute(() -> callback.accept(loss));
        Loss loss = lost.getNow(null);
        if (loss == null) {
            onLoss = onLoss.andThen(later);
        } else {
            later.accept(loss);
        }
        return this;
    }

    private synchronized void notifyOf(Loss loss) {
        onLoss.accept(loss);
        lost.complete(loss);
    }

    @Override
    public synchronized LockHandle onWarning(Consumer<Duration> callback) {
        onWarning = onWarning.andThen(callback);
        return this;
    }

    @Override
    public LockHandle onRequest(Consumer<HandOverRequest> callback) {
        requests.listen(callback);
        requests.show(this);
        return this;
    }

    @Override
    public Optional<HandOverRequest> answer(HandOverRequest request, Reply reply) {
        requireHeld();
        Optional<HandOverRequest> answered = requests.answer(request, reply);
        if (reply.state() == RequestState.HANDED) {
            answered.ifPresent(keeper::handedOver);
        }
        keeper.heard(request.resource(), null);
        return answered;
    }

    /** Ends it as lost if that request was to its hold, which its holder has handed over. It does not wait for a look. */
    void handedOver(HandOverRequest request) {
        for (int i = 0; i < receipts().size(); i++) {
            Hold hold = holds().get(i);
            // An owner has one hold on a resource: this was a part of it, or was lost before. A later one has a larger
            // fence.
            if (receipts().get(i).resource().equals(request.resource())
                    && hold.owner().id().equals(request.holder().id())
                    && hold.fence() <= request.fence()) {
                lose(i);
            }
        }
    }

    @Override
    public Optional<Refusal> tryUpgrade() {
        if (receipts().size() > 1) {
            throw new IllegalStateException("This handle holds " + String.join(", ", resources())
                    + ": only a handle on one lock can be upgraded.");
        }
        renewNow(null);
        Hold hold = holds().get(0);
        Receipt receipt = receipts().get(0);
        Grant grant;
        try {
            grant = backend.grant(LockRequest.of(receipt.resource())
                    .owner(hold.owner())
                    .receipt(receipt)
                    .note(hold.note()));
            if (grant.granted() && isAnother(grant.holds().get(0), hold)) {
                // Its hold was ended meanwhile, and the receipt was granted the lock as one that it had never had.
                lose(() -> backend.loss(receipt), true, () -> true);
            }
        } finally {
            if (status == Status.LOST || status == Status.RELEASED) {
                keeper.giveUp(this); // Another thread ended it, and knew nothing of a later grant.
            }
        }
        requireHeld();
        if (!grant.granted()) {
            return Optional.of(grant.refusals().get(0));
        }
        handleState.learn(grant.holds(), handleState.requests());
        return Optional.empty();
    }

    /** Returns whether a hold is no upgraded one: that keeps its age, however exactly the store keeps times. */
    private static boolean isAnother(Hold granted, Hold known) {
        return granted.since().equals(granted.active()) && !granted.since().equals(known.since());
    }

    @Override
    public void heartbeat() {
        renewNow(null);
    }

    private void renewNow(@Nullable List<ProcessId> rebind) {
        // The keeper may not have noticed yet that its time is up. What is over must not be prolonged.
        giveUpIfOver();
        requireHeld();
        Moment before = keeper.clocks().now();
        backend.renew(List.of(handleState), true, rebind, (only, lost) -> renewed(lost, before, true));
        requireHeld();
    }

    @Override
    public void bind(List<ProcessId> processes) {
        renewNow(List.copyOf(processes));
    }

    @Override
    public List<Receipt> detach() {
        return detachTo(List.of());
    }

    @Override
    public List<Receipt> detachTo(List<ProcessId> processes) {
        renewNow(List.copyOf(processes));
        if (!end(Status.DETACHED, false, () -> true)) {
            requireHeld();
        }
        return receipts();
    }

    @Override
    public void close() {
        keeper.calls().beginRelease();
        try {
            if (end(Status.RELEASED, false, () -> true)) {
                release();
            } else if (status == Status.LOST) {
                keeper.releaseGivenUp(this);
            }
        } finally {
            keeper.calls().end();
        }
    }

    private void release() {
        try {
            backend.release(handleState);
        } catch (StoreException | UnreadableRecordException e) {
            keeper.giveUp(this);
            throw e;
        }
    }

    /**
     * Ends it, unless it has ended.
     *
     * @param remains whether the store may still have a part of it that no call releases
     * @param stands whether it is to end, asked when no other thread can change that
     * @return whether it was held until now
     */
    private boolean end(Status how, boolean remains, BooleanSupplier stands) {
        synchronized (ending) {
            if (status != Status.HELD || !stands.getAsBoolean()) {
                return false;
            }
            // First: what is given up may be released at any moment, and must not count as held then.
            status = how;
            if (remains) {
                keeper.giveUp(this);
            }
        }
        keeper.forget(this);
        return true;
    }

    /** Returns when no thread is ending it: until then its owner could enter a hold that is about to be released. */
    void awaitEnding() {
        if (status != Status.HELD) {
            synchronized (ending) {
                return;
            }
        }
    }

    HandleState handleState() {
        return handleState;
    }

    /** Takes note of a renewal that was sent at that moment, and which of the holds turned out to be lost. */
    void renewed(int lostOne, Moment before, boolean activity) {
        lastLook = before;
        if (lostOne != HoldBackend.Finding.NONE) {
            lose(lostOne);
            return;
        }
        synchronized (ending) {
            // No answer revives what another thread has given up, or is giving up.
            if (status == Status.HELD) {
                countdown = countdown.renewed(before, activity).under(handleState.lease());
                // A limit from the grant comes nearer in spite of all renewals.
                warned = warned && isShort(countdown.left(keeper.clocks()));
            }
        }
        requests.show(this);
    }

    /** Takes note of a check without a renewal that was sent at that moment, and which of the holds turned out to be lost. */
    void looked(int lostOne, Moment before) {
        lastLook = before;
        if (lostOne != HoldBackend.Finding.NONE) {
            lose(lostOne);
            return;
        }
        synchronized (ending) {
            countdown = countdown.under(handleState.lease());
        }
        requests.show(this);
    }

    /** Counts it as lost when its time is up. It does not ask the store, whose answer may take long. */
    void giveUpIfOver() {
        loseIf(this::over);
    }

    private boolean over() {
        Duration left = countdown.left(keeper.clocks());
        return left != null && left.compareTo(timing.margin(countdown)) <= 0;
    }

    /** Warns once when its time runs short in spite of all renewals. */
    void warn() {
        Duration left = countdown.left(keeper.clocks());
        if (!warned && left != null && isShort(left)) {
            warned = true;
            Consumer<Duration> callback = onWarning;
            keeper.callbacks().execute(() -> callback.accept(left));
        }
    }

    private boolean isShort(@Nullable Duration left) {
        return left != null && left.compareTo(timing.warning(countdown)) <= 0;
    }

    /** Has the next round of the keeper look at it, if a record that was reported lacks one of its holds. News never answers. */
    boolean isDoubtful(String resource, @Nullable Entry entry) {
        for (int i = 0; i < receipts().size(); i++) {
            Receipt receipt = receipts().get(i);
            // A feed may be late, and show the record as it was before the grant.
            if (receipt.resource().equals(resource)
                    && (entry == null
                            || (entry.version() > handleState.holds().get(i).fence()
                                    && isNews(LockState.of(entry), receipt)))) {
                doubtful = true;
                return true;
            }
        }
        return false;
    }

    private static boolean isNews(LockState state, Receipt receipt) {
        return state.holdOf(receipt.holdId()) == null
                || !state.requests().list().isEmpty();
    }

    private void loseIf(BooleanSupplier tooLate) {
        if (tooLate.getAsBoolean()) {
            lose(() -> new Loss(receipts().get(0).resource(), Optional.empty()), true, tooLate);
        }
    }

    private void lose(int which) {
        lose(() -> backend.loss(receipts().get(which)), receipts().size() > 1, () -> true);
    }

    /**
     * Ends it as lost.
     *
     * @param remains whether the store may still have a part of it, which is then released
     * @param stands whether it is lost after all, if a renewal was answered meanwhile
     */
    private void lose(Supplier<Loss> why, boolean remains, BooleanSupplier stands) {
        if (end(Status.LOST, remains, stands)) {
            Loss loss = known(why);
            keeper.log().lost(loss);
            notifyOf(loss);
        }
    }

    /** Returns why it was lost, as far as that is known. Its holder learns of the loss even if the reason cannot be read. */
    private Loss known(Supplier<Loss> why) {
        try {
            return why.get();
        } catch (RuntimeException e) {
            return new Loss(receipts().get(0).resource(), Optional.empty());
        }
    }

    private void requireHeld() {
        Status now = status;
        if (now == Status.LOST) {
            throw new LockLostException(lost.join());
        }
        if (now != Status.HELD) {
            throw new IllegalStateException("This handle was " + (now == Status.RELEASED ? "closed" : "detached")
                    + ". Acquire the lock again.");
        }
    }

    /** Returns the time between two renewals by the keeper. */
    Duration renewEvery() {
        return timing.renewEvery(countdown);
    }

    /** Returns the longest time between two rounds, in nanoseconds: a warning must not come after the end. */
    long nap() {
        long warning = timing.warning(countdown).toNanos();
        long renewal = renewEvery().toNanos();
        return (warning == 0 ? renewal : Math.min(renewal, warning)) / 4;
    }

    Duration sinceRenewal() {
        return keeper.clocks().since(countdown.seen());
    }

    /** Returns whether a look is due, which then counts as begun. */
    boolean takeLook(Duration every) {
        boolean doubted = doubtful;
        doubtful = false;
        return doubted || sinceLook().compareTo(every) >= 0;
    }

    Duration sinceLook() {
        return keeper.clocks().since(lastLook);
    }
}
