package dev.holdfast.store.redis;

import dev.holdfast.OutcomeUnknownException;
import dev.holdfast.StoreException;
import dev.holdfast.StoreUnwritableException;
import dev.holdfast.spi.Entry;
import dev.holdfast.spi.Group;
import dev.holdfast.spi.Key;
import dev.holdfast.spi.Result;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.BiFunction;

/** The writer of changes, each batch as one call of a script. Thread-safe: batches of several threads overlap. */
final class RedisWriter {
    private final RedisConnection connection;
    private final RedisFailure failures;
    private final RedisReplicas replicas;
    private final BiFunction<Key, byte[], Entry> decode;

    RedisWriter(RedisConnection connection, BiFunction<Key, byte[], Entry> decode) {
        this.connection = connection;
        this.failures = connection.failures();
        this.replicas = new RedisReplicas(connection.settings());
        this.decode = decode;
    }

    List<Result> apply(List<Group> batch) {
        List<RedisBatch> parts = RedisBatch.of(batch);
        if (parts.size() == 1) {
            return apply(parts.get(0), connection.deadline());
        }
        List<Result> results = new ArrayList<>(batch.size());
        Deadline deadline = connection.deadline();
        for (RedisBatch part : parts) {
            try {
                results.addAll(apply(part, deadline));
            } catch (StoreException e) {
                throw results.isEmpty() ? e : failures.unknown("made only the first part of a large change", e);
            }
        }
        return results;
    }

    private List<Result> apply(RedisBatch batch, Deadline deadline) {
        while (true) {
            RedisSession session = connection.session(deadline);
            try {
                List<Object> answer = call(session, batch, deadline);
                connection.confirm(session, deadline);
                return results(batch, answer);
            } catch (ExecutionException | TimeoutException e) {
                connection.leaveIfElsewhere(session, e);
                prepare(session, e, deadline);
            }
        }
    }

    private List<Result> results(RedisBatch batch, List<Object> answer) {
        List<Result> results;
        try {
            results = batch.results(answer, decode);
        } catch (StoreUnwritableException e) {
            // A record that cannot be read belongs to a group that was not applied; others may have been.
            throw answer.stream().skip(1).anyMatch(Long.class::isInstance)
                    ? failures.unknown("made a part of the changes and has an unreadable record", e)
                    : e;
        }
        for (Result result : results) {
            if (result instanceof Result.Applied applied) {
                connection.saw(applied.version());
            }
        }
        return results;
    }

    private List<Object> call(RedisSession session, RedisBatch batch, Deadline deadline)
            throws ExecutionException, TimeoutException {
        CompletionStage<List<Object>> sent = session.call(Script.APPLY, args -> batch.write(args, connection.newest()));
        CompletionStage<Long> copied = replicas.ask(session, deadline);
        List<Object> answer;
        try {
            answer = session.await(sent, deadline);
        } catch (ExecutionException e) {
            if (!Refusal.of(e).isUnknownScript()) {
                throw e;
            }
            sent = session.teach(Script.APPLY, args -> batch.write(args, connection.newest()));
            copied = replicas.ask(session, deadline);
            answer = session.await(sent, deadline);
        }
        requireCopies(session, copied, deadline);
        return answer;
    }

    private void requireCopies(RedisSession session, CompletionStage<Long> copied, Deadline deadline) {
        try {
            String missing = replicas.missing(session, copied, deadline);
            if (missing != null) {
                throw failures.unknown("made the change, but " + missing, null);
            }
        } catch (ExecutionException | TimeoutException e) {
            throw failures.unknown("made the change, but did not say whether its replicas have it", e);
        }
    }

    /** Returns if the batch was certainly not applied and can be sent now; throws what the caller must know otherwise. */
    private void prepare(RedisSession session, Exception failure, Deadline deadline) {
        Refusal refusal = Refusal.of(failure);
        if (refusal.isGone()) {
            connection.greet(session, deadline);
        } else if (refusal.isQuiet()) {
            long micros = refusal.quietMicros();
            if (micros > TimeUnit.NANOSECONDS.toMicros(deadline.left().toNanos())) {
                throw failures.unreachable(
                        "was restarted a moment ago and may have lost changes: locks are given again in "
                                + (micros / 1_000_000 + 1) + " s, when all holders can have learnt of it",
                        failure);
            }
            sleep(micros, failure);
        } else {
            StoreException told = failures.ofChange(failure);
            throw told instanceof OutcomeUnknownException ? told : connection.closedOr(told);
        }
    }

    private void sleep(long micros, Exception failure) {
        try {
            TimeUnit.MICROSECONDS.sleep(micros + 1000);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw failures.unreachable(
                    "takes no changes for a moment after a restart, and the wait was interrupted", failure);
        }
    }
}
