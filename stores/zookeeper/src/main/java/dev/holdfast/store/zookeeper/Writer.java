package dev.holdfast.store.zookeeper;

import dev.holdfast.store.Group;
import dev.holdfast.store.Key;
import dev.holdfast.store.OutcomeUnknownException;
import dev.holdfast.store.Reading;
import dev.holdfast.store.Result;
import dev.holdfast.store.StoreException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Applies one batch. ZooKeeper's step is all or nothing, so all groups go in one; if that fails because some expected version
 * no longer holds, each goes in a step of its own, all behind each other on one trip.
 */
final class Writer {
    /** What is out of date costs another try: a closed volume of the history, or a bucket in which something was made. */
    private static final int MOST_TRIES = 50;

    private final Means means;
    private final Connection connection;
    private final Look look;
    private final Reader reader;

    Writer(Means means, Connection connection, Look look, Reader reader) {
        this.means = means;
        this.connection = connection;
        this.look = look;
        this.reader = reader;
    }

    List<Result> apply(List<Group> batch) {
        List<Edit> edits = new ArrayList<>(batch.size());
        for (int i = 0; i < batch.size(); i++) {
            edits.add(new Edit(batch.get(i), i, means.paths()));
        }
        Result[] results = new Result[batch.size()];
        for (List<Edit> round : Rounds.of(edits)) {
            try {
                run(round, results);
            } catch (StoreException e) {
                // What was not reached, or refused, is not true of the whole batch if a part of it was applied.
                throw applied(results)
                        ? Failure.unknown(means.settings(), "after a part was applied: " + e.getMessage())
                        : e;
            }
        }
        return Arrays.asList(results);
    }

    private static boolean applied(Result[] results) {
        for (Result result : results) {
            if (result instanceof Result.Applied) {
                return true;
            }
        }
        return false;
    }

    private void run(List<Edit> round, Result[] results) {
        List<Edit> stale = new ArrayList<>();
        List<Edit> sent = standing(round, stale);
        List<Edit> left = send(parts(sent), results, stale);
        if (!left.isEmpty()) {
            left = send(left.stream().map(List::of).toList(), results, stale);
        }
        if (!left.isEmpty()) {
            throw new IllegalStateException("A group alone is applied or stale.");
        }
        if (!stale.isEmpty()) {
            Set<Key> keys = new LinkedHashSet<>();
            stale.forEach(edit -> keys.addAll(edit.keys()));
            Reading all = look.read(keys);
            stale.forEach(edit -> results[edit.place()] = new Result.Conflict(part(all, edit.keys())));
        }
    }

    private static Reading part(Reading all, List<Key> keys) {
        if (all.entries().size() <= 1 && keys.containsAll(all.entries().keySet())) {
            return all;
        }
        return new Reading(
                keys.stream()
                        .filter(key -> all.get(key) != null)
                        .collect(Collectors.toMap(
                                Function.identity(), key -> all.entries().get(key))),
                all.now());
    }

    /** Those that may apply; the others know better already. */
    private List<Edit> standing(List<Edit> round, List<Edit> stale) {
        List<Key> unknown = new ArrayList<>();
        for (Edit edit : round) {
            unknown.addAll(edit.prepare(means.guards()));
        }
        if (!unknown.isEmpty()) {
            reader.asking(trip -> {
                trip.sync(means.paths().clock());
                return reader.collected(trip, unknown);
            });
            round.forEach(edit -> edit.prepare(means.guards()));
        }
        List<Edit> standing = new ArrayList<>(round.size());
        for (Edit edit : round) {
            (edit.stands() ? standing : stale).add(edit);
        }
        return standing;
    }

    /** In steps that a server takes. */
    private static List<List<Edit>> parts(List<Edit> edits) {
        List<List<Edit>> parts = new ArrayList<>();
        List<Edit> part = new ArrayList<>(edits.size());
        int size = 0;
        for (Edit edit : edits) {
            if (!part.isEmpty() && size + edit.size() > Edit.LARGEST) {
                parts.add(part);
                part = new ArrayList<>();
                size = 0;
            }
            part.add(edit);
            size += edit.size();
        }
        if (!part.isEmpty()) {
            parts.add(part);
        }
        return parts;
    }

    /** Sends each part as one step. Gives back those groups of which nothing is known but that they were not applied. */
    private List<Edit> send(List<List<Edit>> parts, Result[] results, List<Edit> stale) {
        List<List<Edit>> todo = parts;
        List<Edit> left = new ArrayList<>();
        for (int tries = 1; !todo.isEmpty(); tries++) {
            Trip trip = connection.trip();
            List<Transaction> sent = new ArrayList<>(todo.size());
            for (List<Edit> part : todo) {
                sent.add(new Transaction(means, trip, part, todo.size() == 1));
            }
            todo = new ArrayList<>();
            StoreException failure = null;
            for (Transaction transaction : sent) {
                try {
                    switch (transaction.await(results)) {
                        case APPLIED -> {}
                        case STALE -> transaction.sort(stale, left);
                        case OUTDATED -> {
                            requireFew(tries, transaction);
                            todo.add(transaction.edits());
                        }
                    }
                } catch (StoreException e) {
                    // All answers are awaited; the worst news of them counts.
                    failure = failure == null || e instanceof OutcomeUnknownException ? e : failure;
                }
            }
            if (failure != null) {
                throw failure;
            }
        }
        return left;
    }

    private void requireFew(int tries, Transaction transaction) {
        if (tries == MOST_TRIES) {
            throw Failure.damaged(means.settings(), transaction.failedAt());
        }
    }
}
