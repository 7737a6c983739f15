package dev.holdfast.server.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.Holds.Grant;
import dev.holdfast.LockRequest;
import dev.holdfast.Receipt;
import dev.holdfast.server.http.Caller;
import dev.holdfast.server.http.JsonBody;
import dev.holdfast.server.http.Request;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.Test;

/** Tries of one request that wait at the same time. */
class LateTriesOrderTest {
    private static final Grant GRANT = new Grant(List.of(), List.of(), List.of(), Instant.EPOCH);

    private final LateTries tries = new LateTries();
    private final LockRequest wanted =
            LockRequest.of("a").receipt(Receipt.create("a")).timeout(Duration.ofHours(1));

    private static Request numbered(int number) {
        return new Request(
                new Caller("", "", List.of()),
                List.of(),
                Map.of(),
                JsonBody.NONE,
                null,
                number,
                true,
                new CompletableFuture<Void>());
    }

    /** Has a try wait until it is not wanted any more. */
    private CompletionStage<Grant> waiting(int number) {
        return tries.acquire(wanted, numbered(number), unwanted -> unwanted.thenApply(gone -> GRANT));
    }

    @Test
    void aLaterTry_endsAllThatWait_alsoTwoWithOneNumber() {
        CompletableFuture<Grant> first = waiting(2).toCompletableFuture();
        CompletableFuture<Grant> again = waiting(2).toCompletableFuture();
        assertThat(first).isNotDone();
        assertThat(again).as("the same number").isNotDone();
        CompletableFuture<Grant> later = tries.acquire(
                        wanted, numbered(3), unwanted -> CompletableFuture.completedFuture(GRANT))
                .toCompletableFuture();
        assertThat(first).isDone();
        assertThat(again).isDone();
        assertThat(later).isDone();
    }

    @Test
    void aLaterTry_asksOnlyWhenAllEarlierOnesHaveEnded() {
        CompletableFuture<Grant> slow = new CompletableFuture<>();
        tries.acquire(wanted, numbered(2), unwanted -> slow);
        waiting(2);
        CompletableFuture<Grant> later = tries.acquire(
                        wanted, numbered(3), unwanted -> CompletableFuture.completedFuture(GRANT))
                .toCompletableFuture();
        assertThat(later).isNotDone();
        slow.complete(GRANT);
        assertThat(later).isDone();
    }

    @Test
    void aRelease_goesOnWhenTheTriesOfItsReceiptsHaveEnded() {
        CompletableFuture<Grant> slow = new CompletableFuture<>();
        tries.acquire(wanted, numbered(1), unwanted -> slow);
        CompletableFuture<Grant> quick = waiting(1).toCompletableFuture();
        Receipt receipt = Objects.requireNonNull(wanted.receipt());
        assertThat(tries.withdraw(List.of(Receipt.create("b"))).toCompletableFuture())
                .as("of another receipt")
                .isDone();
        assertThat(quick).isNotDone();
        CompletableFuture<Void> withdrawn =
                tries.withdraw(List.of(receipt.on("b"), receipt)).toCompletableFuture();
        assertThat(quick).isDone();
        assertThat(withdrawn).isNotDone();
        slow.complete(GRANT);
        assertThat(withdrawn).isDone();
    }
}
