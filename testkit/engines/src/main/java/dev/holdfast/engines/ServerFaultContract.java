package dev.holdfast.engines;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdfast.LockHandle;
import dev.holdfast.LockManager;
import dev.holdfast.LockView;
import dev.holdfast.ManagerOptions;
import dev.holdfast.OutcomeUnknownException;
import dev.holdfast.Receipt;
import dev.holdfast.StoreException;
import dev.holdfast.StoreUnreachableException;
import dev.holdfast.Subscription;
import dev.holdfast.testkit.LogLines;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.BooleanSupplier;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * The behaviour of a store on a server when the network or the server fails: no double grant, no silent loss, and
 * the caller gets the right one of two exceptions. The test of a store extends it by saying which server. Nothing in it can be
 * switched off.
 */
@Timeout(300)
public abstract class ServerFaultContract {
    /** The timeout of a call on a store that is opened here. */
    private static final Duration CALL = Duration.ofSeconds(2);

    private final Wires wires = new Wires();

    /** Returns the server, which keeps acknowledged changes when it is killed. One for all tests. */
    protected abstract Server server();

    @AfterEach
    final void closeAll() {
        wires.close();
    }

    private LockManager direct() {
        return wires.manager(server().address());
    }

    private LockManager over(Wire wire) {
        return wires.impatient(server().address(wire.port()), CALL);
    }

    /** The result of an acquire under a fault. */
    private record Outcome(
            @Nullable LockHandle handle, @Nullable Throwable failure) {
        static Outcome of(LockManager locks, String resource) {
            try {
                return new Outcome(locks.acquire(resource), null);
            } catch (RuntimeException e) {
                return new Outcome(null, e);
            }
        }
    }

    private static Outcome get(CompletableFuture<Outcome> pending) throws Exception {
        try {
            return pending.get(90, TimeUnit.SECONDS);
        } catch (TimeoutException e) {
            throw new AssertionError("The call did not return.", e);
        }
    }

    /** Requires that the caller's result is true: its grant, or nothing, or an unknown outcome. */
    private void requireTrue(Outcome outcome, String resource) {
        LockView view = direct().view(resource);
        LockHandle handle = outcome.handle();
        if (handle != null) {
            long fence = handle.fence();
            assertThat(view.holders())
                    .singleElement()
                    .satisfies(judged -> assertThat(judged.hold().fence()).isEqualTo(fence));
            assertThat(handle.isHeld()).isTrue();
            handle.close();
            assertThat(direct().view(resource).free()).isTrue();
        } else {
            assertThat(outcome.failure()).isInstanceOf(StoreException.class).hasMessageMatching("(?s).{20,}");
            assertThat(view.free() || outcome.failure() instanceof OutcomeUnknownException)
                    .as("nothing was taken, unless the caller was told that it may have been: %s", view)
                    .isTrue();
        }
    }

    private static void await(String what, BooleanSupplier holds) {
        Awaitility.await(what).atMost(Duration.ofSeconds(90)).until(holds::getAsBoolean);
    }

    /** Returns whether it can acquire and release, if the server can be reached in time. */
    private static boolean takes(LockManager locks, String resource) {
        LockHandle handle = Outcome.of(locks, resource).handle();
        if (handle != null) {
            handle.close();
        }
        return handle != null;
    }

    private LockManager warm(Wire wire) {
        LockManager locks = over(wire);
        await("warm", () -> takes(locks, "fault/warm"));
        return locks;
    }

    @Test
    @Tag("safety")
    void answerLost_afterTheChangeWasApplied_isSettled() throws Exception {
        Wire wire = wires.to(server());
        LockManager locks = warm(wire);
        wire.loseAnswers();
        CompletableFuture<Outcome> pending = CompletableFuture.supplyAsync(() -> Outcome.of(locks, "fault/answer"));
        await("applied", () -> !direct().view("fault/answer").free() && wire.lostAnswers() > 0);
        wire.cut();
        wire.heal();
        requireTrue(get(pending), "fault/answer");
        await("taken again", () -> takes(locks, "fault/answer"));
    }

    @Test
    @Tag("safety")
    void requestLost_beforeTheChange_leavesNothing() throws Exception {
        Wire wire = wires.to(server());
        LockManager locks = warm(wire);
        wire.loseRequests();
        CompletableFuture<Outcome> pending = CompletableFuture.supplyAsync(() -> Outcome.of(locks, "fault/request"));
        await("sent", () -> wire.lostRequests() > 0);
        wire.cut();
        wire.heal();
        requireTrue(get(pending), "fault/request");
        await("reached again", () -> takes(locks, "fault/again"));
    }

    @Test
    @Tag("safety")
    void request_arrivingLate_grantsNothingThatNobodyKnowsOf() throws Exception {
        Wire wire = wires.to(server());
        LockManager locks = warm(wire);
        wire.keepRequests();
        CompletableFuture<Outcome> pending = CompletableFuture.supplyAsync(() -> Outcome.of(locks, "fault/late"));
        await("on its way", () -> wire.kept() > 0);
        wire.cut();
        wire.heal();
        Outcome outcome = get(pending);
        LockView before = direct().view("fault/late");
        int answered = wire.lostAnswers();
        if (wire.deliverLate() > 0) {
            // An engine may have hung up on a client that was gone: then it arrives nowhere.
            Awaitility.await("answered into the void")
                    .atMost(Duration.ofSeconds(90))
                    .ignoreExceptions()
                    .until(() -> wire.lostAnswers() > answered || wire.hungUp());
        }
        assertThat(direct().view("fault/late").holders()).hasSameSizeAs(before.holders());
        requireTrue(outcome, "fault/late");
    }

    @Test
    @Tag("safety")
    @DisplayName("A renewal whose answer is lost keeps the hold; the holder is not told of a loss")
    void answerLost_ofARenewal_keepsTheHold() throws Exception {
        Wire wire = wires.to(server());
        LockManager locks = warm(wire);
        LockHandle handle = locks.acquire("fault/renewal");
        wire.loseAnswers();
        CompletableFuture<Void> pending =
                CompletableFuture.runAsync(handle::heartbeat).exceptionally(e -> null);
        await("answered into the void", () -> wire.lostAnswers() > 0);
        wire.cut();
        wire.heal();
        pending.get(90, TimeUnit.SECONDS);
        assertThat(handle.isHeld()).isTrue();
        assertThat(handle.lost()).isNotDone();
        assertThat(direct().tryAcquire("fault/renewal").granted()).isFalse();
        giveBack(locks, handle, "fault/renewal");
    }

    @Test
    @Tag("safety")
    void killedUnderLoad_grantsNothingTwiceAndLosesNothing() throws Exception {
        LockManager holder = wires.impatient(server().address(), CALL);
        LockHandle held = holder.acquire("fault/held");
        Receipt detached = holder.acquire("fault/detached").detach().get(0);
        try (Crowd crowd = Crowd.of(8, () -> wires.impatient(server().address(), CALL))) {
            crowd.awaitMore(50);
            server().kill();
            crowd.awaitFailure();
            server().restart();
            crowd.awaitMore(50);
            crowd.stop();
            assertThat(crowd.violations()).isEmpty();
        }
        LockManager after = direct();
        assertThat(after.tryAcquire("fault/held").granted()).isFalse();
        await("reached again", () -> {
            try {
                return after.holds().renew(detached, false).isPresent();
            } catch (StoreException e) {
                return false;
            }
        });
        assertThat(held.isHeld()).isTrue();
        giveBack(holder, held, "fault/held");
        after.holds().release(detached);
    }

    @Test
    @DisplayName("An outage is one line in the log and one at its end, of the store and of its change feed")
    void outage_isLoggedWithItsEnd() {
        LockHandle held = direct().acquire("fault/logged");
        Wire wire = wires.to(server());
        LockManager locks = warm(wire);
        String place = ":" + wire.port();
        Set<String> shown = ConcurrentHashMap.newKeySet();
        try (LogLines log = LogLines.open();
                Subscription listening = locks.listen("fault/logged", view -> shown.add(view.resource()))) {
            assertThat(listening).isNotNull();
            assertThat(held.isHeld()).isTrue();
            await("shown by the feed", () -> shown.contains("fault/logged"));
            wire.loseRequests();
            wire.cut();
            await("missed", () -> !reaches(locks));
            await("missed by the feed", () -> !feed(log, place).isEmpty());
            wire.heal();
            await("end of the outage", () -> reaches(locks) && store(log, place).size() > 1);
            await("end of the feed's outage", () -> feed(log, place).size() > 1);
            for (List<String> lines : List.of(store(log, place), feed(log, place))) {
                assertThat(lines.get(0)).startsWith("WARNING").contains(" fails: ");
                assertThat(lines.get(1)).startsWith("INFO").contains(" works again after ");
            }
        }
        held.close();
    }

    private static List<String> store(LogLines log, String place) {
        return log.about(place).stream()
                .filter(line -> line.contains(" The store "))
                .toList();
    }

    private static List<String> feed(LogLines log, String place) {
        return log.about(place).stream()
                .filter(line -> line.contains(" The change feed of "))
                .toList();
    }

    /** Releases when its manager reaches the server again: a handle tries once, and leaves the rest to its lease. */
    private void giveBack(LockManager locks, LockHandle handle, String resource) {
        await("reached again", () -> reaches(locks));
        handle.close();
        assertThat(direct().view(resource).free()).isTrue();
    }

    private static boolean reaches(LockManager locks) {
        try {
            locks.view("fault/reached");
            return true;
        } catch (StoreException e) {
            return false;
        }
    }

    /** That a call returns while the server hangs is what is tested: only the time limit of the test could end it otherwise. */
    @Test
    @DisplayName("A server that hangs: a read fails in its time, and a change is settled once the server goes on")
    void server_thatHangs_failsInTime() throws Exception {
        LockManager locks = hanging();
        CompletableFuture<Outcome> pending;
        try {
            pending = CompletableFuture.supplyAsync(() -> Outcome.of(locks, "fault/hang"));
            assertThatThrownBy(() -> locks.view("fault/hang")).isInstanceOf(StoreUnreachableException.class);
        } finally {
            server().resume();
        }
        requireTrue(get(pending), "fault/hang");
        await("reached again", () -> takes(locks, "fault/hung"));
    }

    /** Acquires on a server that hangs until settling is given up, which takes a quarter of a minute on each store. */
    protected final void requireFailureWhileServerHangs() {
        LockManager locks = hanging();
        try {
            assertThatThrownBy(() -> locks.acquire("fault/hang"))
                    .isInstanceOfAny(StoreUnreachableException.class, OutcomeUnknownException.class);
        } finally {
            server().resume();
        }
        await("reached again", () -> takes(locks, "fault/hung"));
    }

    private LockManager hanging() {
        LockManager locks = wires.impatient(server().address(), CALL);
        await("warm", () -> takes(locks, "fault/hang"));
        server().pause();
        return locks;
    }

    @Test
    void nobodyListens_atTheStart_isUnreachableAndSaysWhere() {
        int port = Ports.free();
        String address = wires.bounded(server().address(port), CALL);
        assertThatThrownBy(() -> LockManager.open(address))
                .isInstanceOf(StoreUnreachableException.class)
                .hasMessageContaining(Integer.toString(port))
                .hasMessageNotContaining(Wires.PASSWORD);
    }

    @Test
    @Tag("safety")
    @DisplayName("P18: the server's clock counts, not the client's: two hours off in both directions")
    void clocks_twoHoursApart_grantNothingTwice() {
        List<Duration> errors = List.of(Duration.ofHours(2), Duration.ofHours(-2), Duration.ZERO);
        for (Duration mine : errors) {
            LockManager one = at(mine);
            try (LockHandle handle = one.acquire("fault/clock")) {
                for (Duration other : errors) {
                    LockManager two = at(other);
                    assertThat(two.tryAcquire("fault/clock").granted())
                            .as("%s against %s", other, mine)
                            .isFalse();
                    assertThat(two.admin().sweep()).isZero();
                }
                assertThat(one.admin().sweep()).isZero();
                assertThat(handle.isHeld()).isTrue();
            }
        }
    }

    private LockManager at(Duration error) {
        InstantSource wrong = () -> InstantSource.system().instant().plus(error);
        return wires.keep(LockManager.open(server().address(), ManagerOptions.DEFAULT.clocks(wrong, System::nanoTime)));
    }
}
