package dev.holdfast.internal.manager;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.holdfast.Hold;
import dev.holdfast.Lease;
import dev.holdfast.LockEvent;
import dev.holdfast.LockLostException;
import dev.holdfast.LockRequest;
import dev.holdfast.Loss;
import dev.holdfast.Policies;
import dev.holdfast.Policy;
import dev.holdfast.Preset;
import dev.holdfast.ProcessId;
import dev.holdfast.StoreUnreachableException;
import dev.holdfast.internal.manager.Clocks.Moment;
import dev.holdfast.spi.Key;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What a handle does to its holds, and what it takes from answers about them. */
@Timeout(120)
class HandleTest {
    private static final ProcessId PROCESS = new ProcessId("host", "boot", "namespace", 7, "1");

    private final ManagerParts parts = new ManagerParts();
    private final Keeper keeper = keeper(parts);

    /** A keeper whose threads do nothing: time stands still for them. */
    private static Keeper keeper(ManagerParts parts) {
        Moment still = parts.store.clocks().now();
        return new Keeper(parts.backend, new Clocks(still::nanos, still::wall));
    }

    private Hold hold(String resource) {
        Key key = Key.lock(resource);
        return parts.engine.look(List.of(key)).lock(key).holds().get(0);
    }

    @Test
    void touch_saysThatWorkGoesOn() {
        KeptHandle handle = parts.handle(keeper, "a");
        parts.store.pass(Duration.ofSeconds(7));
        handle.heartbeat();
        assertThat(hold("a").active()).isEqualTo(parts.store.now());
        assertThat(hold("a").seen()).isEqualTo(parts.store.now());
    }

    @Test
    void bind_bindsToThoseProcesses() {
        KeptHandle handle = parts.handle(keeper, "a", "b");
        handle.bind(List.of(PROCESS));
        assertThat(hold("a").owner().processes()).containsExactly(PROCESS);
        assertThat(hold("b").owner().processes()).containsExactly(PROCESS);
        assertThat(handle.isHeld()).isTrue();
    }

    @Test
    void detachTo_bindsAndLetsGo() {
        KeptHandle handle = parts.handle(keeper, "a");
        assertThat(keeper.handles()).containsExactly(handle);
        assertThat(handle.detachTo(List.of(PROCESS))).isEqualTo(handle.receipts());
        assertThat(hold("a").owner().processes()).containsExactly(PROCESS);
        assertThat(keeper.handles()).isEmpty();
        assertThatIllegalStateException()
                .isThrownBy(handle::detach)
                .withMessage("This handle was detached. Acquire the lock again.");
        handle.close();
        assertThat(parts.isHeld("a")).isTrue();
    }

    @Test
    void touch_oneOfSeveralIsGone_saysWhichAndReleasesTheOthers() {
        KeptHandle handle = parts.handle(keeper, "a", "b", "c");
        parts.force("b");
        assertThatExceptionOfType(LockLostException.class)
                .isThrownBy(handle::heartbeat)
                .satisfies(lost -> {
                    assertThat(lost.loss().resource()).isEqualTo("b");
                    assertThat(lost.loss().ending().orElseThrow().kind()).isEqualTo(LockEvent.EventKind.FORCED);
                });
        assertThat(keeper.handles()).isEmpty();
        keeper.releaseGivenUp(List.of("c"));
        assertThat(parts.isHeld("a")).isFalse();
        assertThat(parts.isHeld("c")).isFalse();
    }

    @Test
    void touch_theOnlyOneIsGone_leavesNothingToRelease() {
        KeptHandle handle = parts.handle(keeper, "a");
        parts.force("a");
        assertThatExceptionOfType(LockLostException.class).isThrownBy(handle::heartbeat);
        int trips = parts.store.sent.size();
        keeper.releaseGivenUp(List.of("a"));
        handle.close();
        assertThat(parts.store.sent).hasSize(trips);
    }

    @Test
    void touch_storeAway_throwsAndKeepsTheHandle() {
        KeptHandle handle = parts.handle(keeper, "a");
        parts.failing(new StoreUnreachableException("Away.", null));
        assertThatExceptionOfType(StoreUnreachableException.class).isThrownBy(handle::heartbeat);
        assertThat(handle.isHeld()).isTrue();
        parts.working();
        handle.close();
        assertThat(parts.isHeld("a")).isFalse();
    }

    @Test
    void close_storeAway_isMadeUpFor() {
        KeptHandle handle = parts.handle(keeper, "a");
        parts.failing(new StoreUnreachableException("Away.", null));
        assertThatExceptionOfType(StoreUnreachableException.class).isThrownBy(handle::close);
        assertThat(handle.isHeld()).isFalse();
        assertThat(keeper.handles()).isEmpty();
        parts.working();
        keeper.releaseGivenUp(List.of("a"));
        assertThat(parts.isHeld("a")).isFalse();
        assertThat(keeper.calls().awaitEnd(Duration.ofSeconds(60)))
                .as("the call is over")
                .isTrue();
    }

    @Test
    void close_isACallUnderWay() {
        KeptHandle handle = parts.handle(keeper, "a");
        List<Boolean> over = new ArrayList<>();
        parts.store.answer = batch -> {
            over.add(keeper.calls().awaitEnd(Duration.ZERO));
            return parts.store.applied(batch);
        };
        handle.close();
        assertThat(over).containsExactly(false);
        assertThat(keeper.calls().awaitEnd(Duration.ZERO)).isTrue();
        handle.close();
        assertThat(keeper.calls().awaitEnd(Duration.ZERO)).isTrue();
    }

    @Test
    void loss_whoseReasonCannotBeFound_isTold() {
        KeptHandle handle = parts.handle(keeper, "a", "b");
        parts.store.beforeRead = () -> {
            throw new IllegalArgumentException("Broken.");
        };
        handle.looked(1, parts.store.clocks().now());
        assertThat(handle.lost())
                .isCompletedWithValueMatching(loss -> loss.ending().isEmpty());
    }

    @Test
    void holds_areThoseThatWereGranted() {
        DecidedRequest decided = parts.granted("a", "b");
        KeptHandle handle = decided.handle(parts.backend, keeper);
        assertThat(handle.holds()).isEqualTo(decided.holds()).hasSize(2);
        assertThat(handle.fence("a"))
                .isPositive()
                .isEqualTo(decided.holds().get(0).fence());
        assertThat(handle.resources()).containsExactly("a", "b");
    }

    @Test
    void callbacksOfALoss_comeBeforeAndAfterIt() throws Exception {
        BlockingQueue<String> told = new LinkedBlockingQueue<>();
        KeptHandle handle = parts.handle(keeper, "a");
        handle.onLoss(loss -> told.add("before " + loss.resource()));
        handle.onLoss(loss -> told.add("also before"));
        CompletableFuture<Loss> before = handle.lost();
        assertThat(before).isNotDone();
        handle.looked(0, parts.store.clocks().now());
        assertThat(before.get(60, TimeUnit.SECONDS).resource()).isEqualTo("a");
        handle.onLoss(loss -> told.add("after " + loss.resource()));
        assertThat(told.poll(60, TimeUnit.SECONDS)).isEqualTo("before a");
        assertThat(told.poll(60, TimeUnit.SECONDS)).isEqualTo("also before");
        assertThat(told.poll(60, TimeUnit.SECONDS)).isEqualTo("after a");
    }

    @Test
    void lookAndRenewal_ofALostHold_endTheHandle() {
        KeptHandle looked = parts.handle(keeper, "a", "b");
        KeptHandle renewed = parts.handle(keeper, "c", "d");
        Moment now = parts.store.clocks().now();
        looked.looked(HoldBackend.Finding.NONE, now);
        renewed.renewed(HoldBackend.Finding.NONE, now, false);
        assertThat(looked.isHeld() && renewed.isHeld()).isTrue();
        looked.looked(1, now);
        renewed.renewed(0, now, false);
        assertThat(looked.lost())
                .isCompletedWithValueMatching(loss -> loss.resource().equals("b"));
        assertThat(renewed.lost())
                .isCompletedWithValueMatching(loss -> loss.resource().equals("c"));
        assertThat(looked.isHeld() || renewed.isHeld()).isFalse();
        looked.close();
        renewed.close();
        assertThat(List.of(parts.isHeld("a"), parts.isHeld("b"), parts.isHeld("c"), parts.isHeld("d")))
                .containsOnly(false);
    }

    /** A handle whose clocks the test moves; its keeper's threads look at a clock that stands still. */
    private static final class Timed {
        private final ManagerParts parts;
        private final Keeper keeper;
        private final KeptHandle handle;
        private Instant now;

        Timed(UnaryOperator<Policy.Builder> change, String... resources) {
            Policy policy = change.apply(Preset.OFFLINE.policy().toBuilder()).build();
            parts = new ManagerParts(new Policies(List.of(), policy));
            now = parts.store.now();
            keeper = new Keeper(
                    parts.backend,
                    new Clocks(() -> Duration.between(Instant.EPOCH, now()).toNanos(), this::now));
            LockRequest request = LockRequest.of(resources);
            handle = parts.acquirer
                    .atOnce(request, parts.acquirer.receipts(request))
                    .handle(parts.backend, keeper);
            keeper.close();
        }

        private synchronized Instant now() {
            return now;
        }

        synchronized Timed pass(Duration time) {
            now = now.plus(time);
            return this;
        }
    }

    private static Duration every(UnaryOperator<Policy.Builder> change) {
        return new Timed(change, "a").handle.renewEvery();
    }

    @Test
    void renewEvery_isAThirdOfTheStrictestLimit() {
        Duration hundred = Duration.ofSeconds(100);
        Duration third = hundred.dividedBy(3).minusSeconds(1);
        assertThat(every(policy -> plain(policy))).isEqualTo(Duration.ofDays(36_500));
        assertThat(every(policy -> plain(policy).heartbeat(hundred))).isEqualTo(hundred);
        assertThat(every(policy -> plain(policy).lease(Lease.of(hundred)))).isEqualTo(third);
        assertThat(every(policy -> plain(policy).reclaimAfter(hundred))).isEqualTo(third);
        assertThat(every(policy -> plain(policy).suspectAfter(hundred))).isEqualTo(third);
        assertThat(every(
                        policy -> plain(policy).heartbeat(Duration.ofSeconds(5)).reclaimAfter(hundred)))
                .isEqualTo(Duration.ofSeconds(5));
    }

    private static Policy.Builder plain(Policy.Builder policy) {
        return policy.lease(Lease.NONE).heartbeat(null).reclaimAfter(null).suspectAfter(null);
    }

    @Test
    void cleanUpAge_endsTheWorkAMarginBefore() {
        Timed timed = new Timed(policy -> plain(policy).reclaimAfter(Duration.ofSeconds(100)), "a");
        timed.pass(Duration.ofSeconds(98).minusNanos(1));
        assertThat(timed.handle.isHeld()).isTrue();
        timed.handle.loseIfUnconfirmed();
        assertThat(timed.handle.lost()).isNotDone();
        timed.pass(Duration.ofNanos(1));
        assertThat(timed.handle.isHeld()).isFalse();
        assertThat(timed.handle.remaining()).isEmpty();
        timed.handle.giveUpIfOver();
        assertThat(timed.handle.lost()).as("the store may still confirm it").isNotDone();
        timed.handle.loseIfUnconfirmed();
        assertThat(timed.handle.lost())
                .isCompletedWithValueMatching(loss -> loss.resource().equals("a"));
        timed.handle.close();
        assertThat(timed.parts.isHeld("a")).as("given up, and released").isFalse();
    }

    @Test
    void lease_endsTheWorkAMarginBefore() {
        Timed timed = new Timed(policy -> plain(policy).lease(Lease.of(Duration.ofSeconds(20))), "a");
        timed.pass(Duration.ofSeconds(19).minusNanos(1)).handle.giveUpIfOver();
        assertThat(timed.handle.isHeld()).isTrue();
        timed.pass(Duration.ofNanos(1));
        assertThat(timed.handle.isHeld()).isFalse();
        timed.handle.giveUpIfOver();
        assertThat(timed.handle.lost())
                .isCompletedWithValueMatching(loss -> loss.resource().equals("a"));
        timed.handle.close();
        assertThat(timed.parts.isHeld("a")).isFalse();
    }

    @Test
    void heartbeat_afterTheEndOfTheLease_prolongsNothing() {
        Timed timed = new Timed(policy -> plain(policy).lease(Lease.of(Duration.ofSeconds(20))), "a");
        timed.pass(Duration.ofSeconds(19));
        assertThat(timed.handle.isHeld()).isFalse();
        assertThatExceptionOfType(LockLostException.class).isThrownBy(timed.handle::heartbeat);
        assertThat(timed.handle.isHeld()).isFalse();
        assertThat(timed.handle.lost()).isDone();
    }

    @Test
    void sinceLookAndRenewal_countFromTheCall() {
        Timed timed = new Timed(policy -> plain(policy), "a");
        timed.pass(Duration.ofSeconds(3));
        Moment then = timed.keeper.clocks().now();
        timed.pass(Duration.ofSeconds(4));
        assertThat(timed.handle.sinceLook()).isEqualTo(Duration.ofSeconds(7));
        timed.handle.looked(HoldBackend.Finding.NONE, then);
        assertThat(timed.handle.sinceLook()).isEqualTo(Duration.ofSeconds(4));
        assertThat(timed.handle.sinceRenewal()).isEqualTo(Duration.ofSeconds(7));
        timed.handle.renewed(HoldBackend.Finding.NONE, timed.keeper.clocks().now(), false);
        assertThat(timed.handle.sinceRenewal()).isZero();
        assertThat(timed.handle.sinceLook()).isZero();
    }

    @Test
    void warning_comesOnceUntilItIsRenewed_atMostHalfOfTheLeaseBefore() throws Exception {
        Timed timed = new Timed(
                policy -> plain(policy).lease(Lease.of(Duration.ofSeconds(40))).warning(Duration.ofSeconds(30)), "a");
        BlockingQueue<Duration> warnings = new LinkedBlockingQueue<>();
        timed.handle.onWarning(warnings::add).onWarning(warnings::add);
        timed.pass(Duration.ofSeconds(20).minusNanos(1)).handle.warn();
        timed.pass(Duration.ofNanos(1)).handle.warn();
        timed.handle.warn();
        assertThat(warnings.poll(60, TimeUnit.SECONDS)).isEqualTo(Duration.ofSeconds(20));
        assertThat(warnings.poll(60, TimeUnit.SECONDS)).isEqualTo(Duration.ofSeconds(20));
        timed.handle.renewed(HoldBackend.Finding.NONE, timed.keeper.clocks().now(), false);
        timed.pass(Duration.ofSeconds(25)).handle.warn();
        assertThat(warnings.poll(60, TimeUnit.SECONDS)).isEqualTo(Duration.ofSeconds(15));
        assertThat(warnings.poll(60, TimeUnit.SECONDS)).isEqualTo(Duration.ofSeconds(15));
        assertThat(warnings).isEmpty();
    }

    @Test
    void warning_limitFromTheGrantIsShorterThanThePolicysWarning_comesOnceAtHalfOfIt() throws Exception {
        Timed timed = new Timed(
                policy -> plain(policy)
                        .lease(new Lease(Duration.ofSeconds(40), null, Duration.ofMinutes(5)))
                        .warning(Duration.ofSeconds(60)),
                "a");
        timed.handle.warn();
        BlockingQueue<Duration> warnings = new LinkedBlockingQueue<>();
        timed.handle.onWarning(warnings::add);
        timed.pass(Duration.ofSeconds(20)).handle.warn();
        assertThat(warnings.poll(60, TimeUnit.SECONDS)).isEqualTo(Duration.ofSeconds(20));
        timed.handle.renewed(HoldBackend.Finding.NONE, timed.keeper.clocks().now(), false);
        timed.pass(Duration.ofSeconds(5)).handle.warn();
        // Callbacks run in their order: nothing came before this one.
        CompletableFuture<Void> after = CompletableFuture.runAsync(() -> {}, timed.keeper.callbacks());
        after.get(60, TimeUnit.SECONDS);
        assertThat(warnings).isEmpty();
    }

    @Test
    void nap_shortLimitFromTheGrant_isShorterThanTheTimeOfTheWarning() {
        Timed timed = new Timed(policy -> plain(policy).lease(new Lease(Duration.ofMillis(80), null, null)), "a");
        assertThat(timed.handle.nap()).isEqualTo(Duration.ofMillis(10).toNanos());
    }
}
