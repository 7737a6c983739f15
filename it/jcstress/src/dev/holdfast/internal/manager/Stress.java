package dev.holdfast.internal.manager;

import dev.holdfast.Mode;
import dev.holdfast.Preset;
import dev.holdfast.internal.rules.LockState;
import dev.holdfast.internal.rules.Outcome;
import dev.holdfast.spi.Change;
import dev.holdfast.spi.Key;
import dev.holdfast.spi.Result;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** Small scenes that the stress tests have in common. */
final class Stress {
    private static final Instant NOW = Instant.parse("2026-03-02T09:15:30Z");
    private static final Key LOCK = Key.lock("a");

    /** Calls that none of the threads of a test makes: the leader of a round publishes its own attempt in another way. */
    private static final ExecutorService CALLER = Executors.newSingleThreadExecutor(task -> {
        Thread thread = new Thread(task, "caller");
        thread.setDaemon(true);
        return thread;
    });

    private Stress() {}

    /** Returns the attempt of a caller that is no thread of the test. */
    static Attempt attempt(int number) {
        try {
            return CALLER.submit(() -> new Attempt(acquire(number), Snapshot.ASSUMED_ABSENT))
                    .get();
        } catch (InterruptedException | ExecutionException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Returns the step of another owner for each number, on the same resource. */
    static List<Step> acquire(int number) {
        return List.of(new Step(
                LOCK,
                Scenes.acquire(Scenes.claim(number, Scenes.owner("o" + number, ""), Mode.EXCLUSIVE, "")),
                Preset.OFFLINE.policy()));
    }

    /** Returns records that no other call returns. */
    static Snapshot snapshot() {
        return new Snapshot(Map.of(), NOW, Snapshot.Origin.READ);
    }

    /** Returns 1 for a grant, 2 for a refusal, 3 for an attempt that must be tried again, and 0 for any other answer. */
    static int code(Attempt attempt) {
        if (attempt.answer() == Attempt.Answer.STALE) {
            return 3;
        }
        if (attempt.answer() != Attempt.Answer.DONE) {
            return 0;
        }
        Outcome outcome = attempt.outcomes().get(0);
        return outcome instanceof Outcome.Granted ? 1 : outcome instanceof Outcome.Refused ? 2 : 0;
    }

    /** Returns a change that brings news of the resource. */
    static Change change() {
        return Change.put(LOCK, Change.ABSENT, LockState.FREE);
    }

    static Result.Applied applied() {
        return new Result.Applied(7, NOW);
    }
}
