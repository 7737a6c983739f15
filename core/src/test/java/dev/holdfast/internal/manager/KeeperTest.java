package dev.holdfast.internal.manager;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.holdfast.Lease;
import dev.holdfast.LockRequest;
import dev.holdfast.Mode;
import dev.holdfast.OutcomeUnknownException;
import dev.holdfast.Owner;
import dev.holdfast.Policies;
import dev.holdfast.Policy;
import dev.holdfast.Preset;
import dev.holdfast.Receipt;
import dev.holdfast.StoreUnreachableException;
import dev.holdfast.internal.storage.Log;
import dev.holdfast.internal.storage.LogLines;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What a keeper does in a round. The test turns the clocks and runs the rounds; the keeper has no threads of its own. */
@Timeout(120)
class KeeperTest {
    private static final Duration LOOK = Duration.ofSeconds(2);

    private final AtomicLong machine = new AtomicLong();
    private final ManagerParts parts = parts(Lease.NONE);
    private final Keeper keeper = keeper(parts);

    /** Holds end by that lease, and their holder is warned 30 seconds before. */
    private static ManagerParts parts(Lease lease) {
        Policy policy = Preset.OFFLINE.policy().toBuilder()
                .lease(lease)
                .heartbeat(null)
                .warning(Duration.ofSeconds(30))
                .build();
        return new ManagerParts(new Policies(List.of(), policy));
    }

    private static ManagerParts reclaimedAfterHundredSeconds() {
        Policy policy = Preset.OFFLINE.policy().toBuilder()
                .lease(Lease.NONE)
                .heartbeat(null)
                .suspectAfter(null)
                .reclaimAfter(Duration.ofSeconds(100))
                .build();
        return new ManagerParts(new Policies(List.of(), policy));
    }

    private Keeper keeper(ManagerParts of) {
        Keeper made = new Keeper(of.backend, of.store.clocks(), machine::get);
        made.close(); // before it has started its threads
        return made;
    }

    private KeptHandle reader(String owner, String resource) {
        LockRequest request = LockRequest.of(resource)
                .owner(Owner.of(owner))
                .mode(Mode.SHARED)
                .ttl(ManagerParts.TTL);
        return parts.acquirer.atOnce(request, parts.acquirer.receipts(request)).handle(parts.backend, keeper);
    }

    private static KeptHandle withoutTtl(ManagerParts of, Keeper its) {
        LockRequest request = LockRequest.of("a");
        return of.acquirer.atOnce(request, of.acquirer.receipts(request)).handle(of.backend, its);
    }

    /** Returns the lines with that text. A keeper of another test may log something, too. */
    private static List<String> lines(LogLines log, String text) {
        return log.all().stream().filter(line -> line.contains(text)).toList();
    }

    private int changes() {
        return parts.store.sent.size();
    }

    @Test
    void round_renewsWhatIsDue() {
        KeptHandle handle = parts.handle(keeper, "a");
        int before = changes();
        parts.store.pass(handle.renewEvery().minusNanos(1));
        keeper.runRound();
        assertThat(changes()).isEqualTo(before);
        parts.store.pass(Duration.ofNanos(1));
        keeper.runRound();
        assertThat(changes()).isEqualTo(before + 1);
        assertThat(handle.sinceRenewal()).isZero();
        CompletableFuture.runAsync(keeper::runRound)
                .orTimeout(60, TimeUnit.SECONDS)
                .join();
    }

    /** One change renews all on a resource: alone, each would find the record changed by the one before. */
    @Test
    void round_renewsOthersOnTheSameResource_whenHalfOfTheirTimeIsOver() {
        KeptHandle first = reader("ann", "a");
        Duration half = first.renewEvery().dividedBy(2);
        parts.store.pass(half);
        KeptHandle second = reader("ben", "a");
        KeptHandle elsewhere = reader("carl", "b");
        parts.store.pass(Duration.ofNanos(1));
        KeptHandle late = reader("dora", "a");
        parts.store.pass(half.minusNanos(1));
        keeper.runRound();
        assertThat(List.of(first.sinceRenewal(), second.sinceRenewal())).containsOnly(Duration.ZERO);
        assertThat(elsewhere.sinceRenewal()).isEqualTo(half);
        assertThat(late.sinceRenewal()).isPositive();
    }

    @Test
    void round_looksEveryTwoSeconds_whetherItsHoldsAreStillThere() {
        KeptHandle handle = parts.handle(keeper, "a");
        parts.force("a");
        int before = parts.store.reads.size();
        parts.store.pass(LOOK.minusNanos(1));
        keeper.runRound();
        assertThat(parts.store.reads).hasSize(before);
        assertThat(handle.lost()).isNotDone();
        parts.store.pass(Duration.ofNanos(1));
        keeper.runRound();
        assertThat(handle.lost()).isCompleted();
    }

    /** News from a feed may be old, so the store is asked; but not later than it would be anyway. */
    @Test
    void heard_thatARecordIsGone_makesTheNextRoundLook() {
        KeptHandle handle = parts.handle(keeper, "a");
        parts.force("a");
        keeper.heard("b", null);
        keeper.runRound();
        assertThat(handle.lost()).isNotDone();
        keeper.heard("a", null);
        assertThat(handle.lost()).isNotDone();
        keeper.runRound();
        assertThat(handle.lost()).isCompleted();
    }

    /** Another owner may have had the lock since. */
    @Test
    void round_afterTheEndOfAHold_prolongsNothing() {
        KeptHandle handle = parts.handle(keeper, "a");
        parts.store.pass(ManagerParts.TTL);
        keeper.runRound();
        assertThat(handle.isHeld()).isFalse();
        assertThat(handle.lost()).isCompleted();
        assertThat(parts.isHeld("a")).isFalse();
    }

    @Test
    void round_whoseRenewalsBreakDown_looksAllTheSame_andIsReported() {
        KeptHandle handle = parts.handle(keeper, "a");
        parts.store.pass(handle.renewEvery());
        parts.failing(new IllegalArgumentException("Broken."));
        int before = parts.store.reads.size();
        try (LogLines log = new LogLines(Log.MANAGER)) {
            keeper.runRound();
            assertThat(log.all()).contains("SEVERE Keeping locks alive has failed.");
        }
        assertThat(parts.store.reads).hasSize(before + 1);
    }

    @Test
    void renewalsThatFail_areReportedOnce_andSoIsTheirSuccess() {
        KeptHandle handle = parts.handle(keeper, "a");
        parts.store.pass(handle.renewEvery());
        parts.failing(new StoreUnreachableException("Away.", null));
        try (LogLines log = new LogLines(Log.MANAGER)) {
            keeper.runRound();
            keeper.runRound();
            assertThat(lines(log, "enewed")).singleElement().asString().startsWith("WARNING Not renewed: a.");
            parts.working();
            keeper.runRound();
            assertThat(lines(log, "enewed")).hasSize(2).last().asString().startsWith("INFO Renewed again: a.");
        }
    }

    @Test
    void round_warnsOfALimitThatRenewalsDoNotMove() {
        ManagerParts limited = parts(new Lease(Duration.ofMinutes(2), null, null));
        Keeper its = keeper(limited);
        KeptHandle handle = withoutTtl(limited, its);
        List<Duration> warnings = new ArrayList<>();
        handle.onWarning(warnings::add);
        limited.store.pass(Duration.ofSeconds(90).minusNanos(1));
        its.runRound();
        assertThat(warnings).isEmpty();
        limited.store.pass(Duration.ofNanos(1));
        its.runRound();
        assertThat(warnings).containsExactly(Duration.ofSeconds(30));
    }

    /** Runs a round that hangs in the store, and the check during it. */
    private static void whileARoundHangs(ManagerParts parts, Keeper keeper, Runnable check) throws Exception {
        CountDownLatch inside = new CountDownLatch(1);
        CountDownLatch goOn = new CountDownLatch(1);
        parts.store.beforeRead = () -> {
            inside.countDown();
            try {
                assertThat(goOn.await(60, TimeUnit.SECONDS)).isTrue();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        };
        CompletableFuture<Void> round = CompletableFuture.runAsync(keeper::runRound);
        try {
            assertThat(inside.await(60, TimeUnit.SECONDS)).isTrue();
            check.run();
        } finally {
            parts.working();
            goOn.countDown();
        }
        round.get(60, TimeUnit.SECONDS);
    }

    private void callbacksHaveRun() {
        CompletableFuture.runAsync(() -> {}, keeper.callbacks())
                .orTimeout(60, TimeUnit.SECONDS)
                .join();
    }

    /** A round of usual length decides by itself; one that hangs for longer must not cost the warning. */
    @Test
    void countDown_whileTheStoreHangs_warns() throws Exception {
        KeptHandle handle = parts.handle(keeper, "a");
        List<Duration> warnings = new ArrayList<>();
        handle.onWarning(warnings::add);
        parts.store.pass(LOOK);
        machine.set(Duration.ofDays(1).toNanos());
        whileARoundHangs(parts, keeper, () -> {
            parts.store.pass(Duration.ofSeconds(40));
            machine.addAndGet(Duration.ofSeconds(1).toNanos());
            keeper.countDown();
            callbacksHaveRun();
            assertThat(warnings).isEmpty();
            machine.incrementAndGet();
            keeper.countDown();
            callbacksHaveRun();
            assertThat(warnings).hasSize(1);
        });
    }

    /** Until then the store may still confirm it. */
    @Test
    void countDown_whileTheStoreHangsForTenSeconds_losesWhatOthersMayEnd() throws Exception {
        ManagerParts reclaimed = reclaimedAfterHundredSeconds();
        Keeper its = keeper(reclaimed);
        KeptHandle handle = withoutTtl(reclaimed, its);
        reclaimed.store.pass(LOOK);
        try (LogLines log = new LogLines(Log.MANAGER)) {
            whileARoundHangs(reclaimed, its, () -> {
                reclaimed.store.pass(Duration.ofSeconds(97));
                machine.addAndGet(Duration.ofSeconds(10).toNanos());
                its.countDown();
                assertThat(handle.lost()).isNotDone();
                assertThat(lines(log, "not answered")).isEmpty();
                machine.incrementAndGet();
                its.countDown();
                assertThat(handle.lost()).isCompleted();
                its.countDown();
                assertThat(lines(log, "not answered"))
                        .singleElement()
                        .asString()
                        .startsWith("WARNING The store has not answered the keeper for 10 s.");
            });
        }
    }

    /** Only a round that is under way can hang. */
    @Test
    void countDown_longAfterARound_losesNothing() {
        ManagerParts reclaimed = reclaimedAfterHundredSeconds();
        Keeper its = keeper(reclaimed);
        KeptHandle handle = withoutTtl(reclaimed, its);
        its.runRound();
        reclaimed.store.pass(Duration.ofSeconds(99));
        machine.set(Duration.ofDays(1).toNanos());
        its.countDown();
        assertThat(handle.lost()).isNotDone();
    }

    @Test
    void round_thatConfirmsNothing_losesWhatOthersMayEnd() {
        ManagerParts reclaimed = reclaimedAfterHundredSeconds();
        Keeper its = keeper(reclaimed);
        KeptHandle handle = withoutTtl(reclaimed, its);
        reclaimed.store.pass(Duration.ofSeconds(99));
        its.runRound();
        assertThat(handle.lost()).as("renewed").isNotDone();
        reclaimed.store.pass(Duration.ofSeconds(99));
        reclaimed.failing(new StoreUnreachableException("Away.", null));
        its.runRound();
        assertThat(handle.lost()).isCompleted();
        reclaimed.working();
    }

    /** Neither the countdown nor the next request on a resource waits for a round. */
    @Test
    void endOfAHold_isNoticedWithoutTheStore() {
        KeptHandle handle = parts.handle(keeper, "a");
        KeptHandle other = parts.handle(keeper, "b");
        parts.store.pass(ManagerParts.TTL);
        keeper.releaseGivenUp(List.of("b"));
        assertThat(other.lost()).isCompleted();
        assertThat(parts.isHeld("b")).as("released before it is acquired again").isFalse();
        assertThat(handle.lost()).isNotDone();
        keeper.countDown();
        assertThat(handle.lost()).isCompleted();
    }

    @Test
    void close_releasesWhatWasGivenUp() {
        keeper.giveUp(receipts("a"));
        keeper.close();
        assertThat(parts.isHeld("a")).isFalse();
    }

    private List<Receipt> receipts(String resource) {
        return parts.granted(resource).receipts();
    }

    /** What a request left in the store, if anything, is released; but not what its caller may ask for again. */
    @Test
    void giveUp_releasesWhatAFailedRequestMayHaveLeft() {
        LockRequest brief = LockRequest.of("x");
        LockRequest patient = brief.timeout(Duration.ofSeconds(1));
        RuntimeException unknown = new OutcomeUnknownException("Lost.", null);
        RuntimeException away = new StoreUnreachableException("Away.", null);
        keeper.giveUp(brief, receipts("unknown"), unknown);
        keeper.giveUp(patient, receipts("waited"), away);
        keeper.giveUp(brief, receipts("refused"), away);
        List<Receipt> prepared = receipts("prepared");
        keeper.giveUp(LockRequest.of("prepared").receipt(prepared.get(0)), prepared, unknown);
        keeper.runRound();
        assertThat(parts.isHeld("unknown")).isFalse();
        assertThat(parts.isHeld("waited")).isFalse();
        assertThat(parts.isHeld("refused")).isTrue();
        assertThat(parts.isHeld("prepared")).isTrue();
    }

    /** No round comes any more, so it is done by the call. */
    @Test
    void giveUp_whenTheManagerIsClosed_releasesImmediately() {
        List<Receipt> open = receipts("open");
        List<Receipt> closed = receipts("closed");
        keeper.giveUp(open);
        assertThat(parts.isHeld("open")).isTrue();
        keeper.calls().close();
        keeper.giveUp(closed);
        assertThat(parts.isHeld("closed")).isFalse();
    }

    @Test
    void handle_whoseManagerWasClosedMeanwhile_isReleased() {
        keeper.calls().close();
        assertThatIllegalStateException()
                .isThrownBy(() -> parts.handle(keeper, "a"))
                .withMessage("The lock manager was closed while it acquired a lock.");
        assertThat(keeper.handles()).isEmpty();
        assertThat(parts.isHeld("a")).isFalse();
    }

    /** A test that turns its clocks no further than that misses neither a renewal nor a warning. */
    @Test
    void untilRound_isTheTimeOfTheFirstRenewal_orAQuarterOfWhatIsLeft() {
        assertThat(keeper.untilRound()).isNull();
        ManagerParts limited = parts(new Lease(Duration.ofSeconds(40), null, null));
        Keeper its = keeper(limited);
        KeptHandle handle = limited.handle(its, "a");
        Duration left = handle.remaining().orElseThrow();
        assertThat(its.untilRound()).isEqualTo(Duration.ofSeconds(10)).isEqualTo(left.dividedBy(4));
        limited.store.pass(Duration.ofSeconds(37));
        assertThat(its.untilRound()).as("the smallest step").isEqualTo(Duration.ofSeconds(1));
        KeptHandle renewed = parts.handle(keeper, "b");
        assertThat(keeper.untilRound()).isEqualTo(Duration.ofSeconds(15)).isLessThan(renewed.renewEvery());
    }
}
