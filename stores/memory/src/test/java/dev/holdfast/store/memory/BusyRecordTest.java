package dev.holdfast.store.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.holdfast.Draft;
import dev.holdfast.Holds.Heartbeat;
import dev.holdfast.Holds.Renewal;
import dev.holdfast.LockHandle;
import dev.holdfast.LockManager;
import dev.holdfast.LockRequest;
import dev.holdfast.ManagerOptions;
import dev.holdfast.OutcomeUnknownException;
import dev.holdfast.Owner;
import dev.holdfast.Policies;
import dev.holdfast.Preset;
import dev.holdfast.Receipt;
import dev.holdfast.Refusal;
import dev.holdfast.StoreUnreachableException;
import dev.holdfast.internal.manager.AsyncGrants;
import dev.holdfast.spi.Group;
import dev.holdfast.spi.Key;
import dev.holdfast.spi.LockStore;
import dev.holdfast.spi.Result;
import dev.holdfast.spi.StoreManagers;
import dev.holdfast.testkit.FakeTime;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A record that another transaction keeps busy delays its own callers only. */
@Tag("safety")
@Timeout(120)
class BusyRecordTest {
    private static final Duration TTL = Duration.ofMinutes(1);
    private final FakeTime time = FakeTime.create();
    private final AtomicInteger busy = new AtomicInteger();
    /** The name of a busy record, or the beginning of several with a star. */
    private volatile String stuck = "";

    private volatile boolean loseAnswers;
    private final LockManager locks = StoreManagers.over(
            store(),
            ManagerOptions.DEFAULT
                    .policies(Policies.of(Preset.OFFLINE)
                            .and(Preset.OFFLINE.policy().toBuilder()
                                    .drafts(true)
                                    .build()))
                    .clocks(time, () -> ChronoUnit.NANOS.between(Instant.EPOCH, time.instant())));

    /** As PostgreSQL answers for a row that an application's transaction has locked. */
    @SuppressWarnings("unchecked")
    private LockStore store() {
        LockStore memory = new MemoryStoreProvider().open("memory:" + UUID.randomUUID(), time);
        return Hooked.store(
                memory,
                (method, arguments, call) ->
                        method.equals("apply") ? apply(memory, (List<Group>) arguments[0]) : call.make());
    }

    private List<Result> apply(LockStore memory, List<Group> batch) {
        List<Result> results = new ArrayList<>();
        for (Group group : batch) {
            boolean isBusy = group.changes().stream()
                    .anyMatch(change -> isStuck(change.key().name()));
            if (isBusy) {
                busy.incrementAndGet();
                results.add(new Result.Busy());
            } else {
                results.addAll(memory.apply(List.of(group)));
            }
        }
        if (loseAnswers && results.stream().anyMatch(Result.Applied.class::isInstance)) {
            loseAnswers = false;
            throw new OutcomeUnknownException("The answer was lost.", null);
        }
        return results;
    }

    private boolean isStuck(String name) {
        String what = stuck;
        return what.endsWith("/*") ? name.startsWith(what.substring(0, what.length() - 1)) : name.equals(what);
    }

    @AfterEach
    void close() {
        stuck = "";
        locks.close();
    }

    private LockRequest request(String resource) {
        return LockRequest.of(resource).owner(Owner.of("me")).ttl(TTL);
    }

    @Test
    void keeper_oneRecordBusy_keepsAllOthers() throws Exception {
        LockHandle one = locks.acquire(request("stuck"));
        List<LockHandle> healthy = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            healthy.add(locks.acquire(request("healthy/" + i)));
        }
        stuck = "stuck";
        // Beyond the lease of all, in steps that leave the keeper time to renew.
        for (int i = 0; i < 8; i++) {
            time.advance(TTL.dividedBy(3));
            Instant now = time.instant();
            await().atMost(Duration.ofSeconds(60))
                    .until(() -> healthy.stream().allMatch(handle -> renewedSince(handle, now.minusSeconds(1))));
        }
        assertThat(one.lost().get(60, TimeUnit.SECONDS).resource()).isEqualTo("stuck");
        assertThat(healthy).allMatch(LockHandle::isHeld);
    }

    private boolean renewedSince(LockHandle handle, Instant moment) {
        return locks.view(handle.resources().get(0)).holders().stream()
                .noneMatch(judged -> judged.hold().seen().isBefore(moment));
    }

    @Test
    void desk_manyQuestionsAboutABusyRecord_delayNoHeartbeat() throws Exception {
        AsyncGrants async = AsyncGrants.of(locks);
        Receipt healthy = async.grant(request("healthy"))
                .get(60, TimeUnit.SECONDS)
                .receipts()
                .get(0);
        stuck = "stuck";
        for (int i = 0; i < 200; i++) {
            assertThat(async.grant(request("stuck").owner(Owner.of("o" + i)))).isNotDone();
        }
        // Each busy question is tried for half a second: none of them on the thread that decides.
        assertThat(async.renew(Heartbeat.of(healthy, true))
                        .get(60, TimeUnit.SECONDS)
                        .hold())
                .isPresent();
        assertThat(locks.view("stuck").holders()).isEmpty();
        stuck = "";
        async.close();
    }

    /** More busy renewals than there are threads for what takes long: each is still tried when the others have been answered. */
    @Test
    void desk_manyRenewalsOfBusyRecords_delayNoOtherCall() throws Exception {
        AsyncGrants async = AsyncGrants.of(locks);
        Receipt healthy = granted(async, "healthy");
        List<Receipt> stuckOnes = new ArrayList<>();
        for (int i = 0; i < 200; i++) {
            stuckOnes.add(granted(async, "stuck/" + i));
        }
        stuck = "stuck/*";
        List<CompletableFuture<Renewal>> busyOnes = stuckOnes.stream()
                .map(receipt -> async.renew(Heartbeat.of(receipt, true)))
                .toList();
        await().atMost(Duration.ofSeconds(60)).until(() -> busy.get() >= 200);
        loseAnswers = true;
        // What is settled waits for a thread: none is occupied by the busy ones.
        CompletableFuture<Renewal> lostAnswer = async.renew(Heartbeat.of(healthy, true));
        await().atMost(Duration.ofSeconds(60)).until(() -> !loseAnswers);
        CompletableFuture<Renewal> withDraft =
                async.renew(Heartbeat.of(healthy, true).draft(new Draft.Edit("me", 1, "text")));
        assertThat(lostAnswer.get(60, TimeUnit.SECONDS).hold()).isPresent();
        assertThat(withDraft.get(60, TimeUnit.SECONDS).draft()).isPresent();
        assertThat(async.drafts("me").count()).isEqualTo(1);
        assertThat(async.losses("me", 10)).isZero();
        assertThat(busyOnes).as("still tried: all else was answered before").noneMatch(CompletableFuture::isDone);
        stuck = "";
        for (CompletableFuture<Renewal> one : busyOnes) {
            assertThat(one.get(60, TimeUnit.SECONDS).hold()).isPresent();
        }
        async.close();
    }

    /** Closing ends the thread that decides; calls set aside go on until their records are free. */
    @Test
    void desk_closedWhileARecordIsBusy_answersItsCaller() throws Exception {
        AsyncGrants async = AsyncGrants.of(locks);
        Receipt receipt = granted(async, "stuck");
        stuck = "stuck";
        CompletableFuture<Boolean> release = async.release(List.of(receipt));
        await().atMost(Duration.ofSeconds(60)).until(() -> busy.get() > 0);
        async.close();
        assertThat(release).isNotDone();
        stuck = "";
        assertThat(release.get(60, TimeUnit.SECONDS)).isTrue();
    }

    @Test
    void desk_recordThatStaysBusy_isReportedInTheEnd() throws Exception {
        AsyncGrants async = AsyncGrants.of(locks);
        Receipt receipt = granted(async, "stuck");
        stuck = "stuck";
        assertThat(async.renew(Heartbeat.of(receipt, true)))
                .failsWithin(Duration.ofSeconds(60))
                .withThrowableThat()
                .withCauseInstanceOf(StoreUnreachableException.class)
                .withMessageContaining("stuck");
        assertThat(busy).as("tries in ten seconds, with growing pauses").hasValueBetween(5, 1_000);
        async.close();
    }

    private Receipt granted(AsyncGrants async, String resource) throws Exception {
        return async.grant(request(resource))
                .get(60, TimeUnit.SECONDS)
                .receipts()
                .get(0);
    }

    /** The mark of an owner's end is a record too, and may be busy. */
    @Test
    void endOfAnOwner_whoseMarkIsBusy_isWrittenAsSoonAsItIsNot() throws Exception {
        LockHandle handle = locks.acquire(request("a"));
        stuck = "me";
        Thread ending = new Thread(() -> locks.admin().endOwner("me"));
        ending.start();
        await().atMost(Duration.ofSeconds(60)).until(() -> busy.get() > 3);
        assertThat(locks.view("a").holders())
                .as("nothing is released before no request can be granted any more")
                .hasSize(1);
        stuck = "";
        ending.join();
        assertThat(locks.view("a").holders()).isEmpty();
        assertThat(locks.tryAcquire(request("b")).refusals().get(0).reason()).isEqualTo(Refusal.Reason.OWNER_ENDED);
        assertThat(handle.resources()).containsExactly("a");
    }

    /** Of the records with what the owner has, one is busy: the others are released, and this one as soon as it can be. */
    @Test
    void endOfAnOwner_oneOfItsLocksBusy_releasesAll() throws Exception {
        locks.acquire(request("a"));
        locks.acquire(request("stuck"));
        stuck = "stuck";
        FutureTask<Integer> ending = new FutureTask<>(() -> locks.admin().endOwner("me"));
        new Thread(ending).start();
        await().atMost(Duration.ofSeconds(60))
                .untilAsserted(() -> assertThat(locks.view("a").holders()).isEmpty());
        await().atMost(Duration.ofSeconds(60)).until(() -> busy.get() > 3);
        stuck = "";
        assertThat(ending.get(60, TimeUnit.SECONDS)).isEqualTo(2);
        assertThat(locks.list("")).isEmpty();
    }

    @Test
    void endOfAnOwner_whoseMarkIsBusy_pausesBetweenTries() throws Exception {
        assertPauses("someone", () -> locks.admin().endOwner("someone"));
    }

    @Test
    void discard_ofABusyDraft_pausesBetweenTries() throws Exception {
        Receipt receipt = locks.holds().grant(request("page")).receipts().get(0);
        locks.holds().renew(List.of(Heartbeat.of(receipt, true).draft(new Draft.Edit("me", 1, "text"))));
        assertPauses(
                Key.draft("page", "me").name(),
                () -> assertThat(locks.drafts().discard("page", "me")).isTrue());
        assertThat(locks.drafts().get("page", "me")).isEmpty();
    }

    /** Asserts that tries at a busy record leave time to others, also in a thread that was interrupted. */
    private void assertPauses(String record, Runnable call) throws Exception {
        stuck = record;
        FutureTask<Boolean> calling = new FutureTask<>(() -> {
            call.run();
            return Thread.interrupted();
        });
        Thread thread = new Thread(calling);
        thread.start();
        thread.interrupt();
        await().until(() -> busy.get() > 0);
        int before = busy.get();
        long start = System.nanoTime();
        await().until(() -> busy.get() >= before + 20);
        double millis = (System.nanoTime() - start) / 1e6;
        assertThat(millis / 20).as("milliseconds for each try").isGreaterThan(0.4);
        stuck = "";
        assertThat(calling.get(60, TimeUnit.SECONDS))
                .as("the interrupt is kept")
                .isTrue();
    }
}
