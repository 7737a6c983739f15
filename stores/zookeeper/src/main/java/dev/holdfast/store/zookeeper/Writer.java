package dev.holdfast.store.zookeeper;

import dev.holdfast.OutcomeUnknownException;
import dev.holdfast.StoreException;
import dev.holdfast.spi.Group;
import dev.holdfast.spi.Key;
import dev.holdfast.spi.Reading;
import dev.holdfast.spi.Result;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Applies one batch. ZooKeeper's step is all or nothing, so all groups go in one; if that fails because some expected version
 * no longer holds, each goes in a step of its own, all behind each other on one call.
 */
record Writer(StoreContext context, Connection connection, TimedReader timedReader, Reader reader) {
    /** What is out of date costs another try: a closed volume of the history, or a bucket in which something was made. */
    private static final int MAX_TRIES = 50;

    List<Result> apply(List<Group> batch) {
        List<GroupUpdate> updates = new ArrayList<>(batch.size());
        for (int i = 0; i < batch.size(); i++) {
            updates.add(new GroupUpdate(batch.get(i), i, context.paths()));
        }
        Result[] results = new Result[batch.size()];
        for (List<GroupUpdate> round : UpdateRounds.of(updates)) {
            try {
                run(round, results);
            } catch (StoreException e) {
                // What was not reached, or refused, is not true of the whole batch if a part of it was applied.
                throw applied(results)
                        ? Failure.unknown(context.settings(), "after a part was applied: " + e.getMessage())
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

    private void run(List<GroupUpdate> round, Result[] results) {
        List<GroupUpdate> stale = new ArrayList<>();
        List<GroupUpdate> sent = standing(round, stale);
        List<GroupUpdate> left = send(parts(sent), results, stale);
        if (!left.isEmpty()) {
            left = send(left.stream().map(List::of).toList(), results, stale);
        }
        if (!left.isEmpty()) {
            throw new IllegalStateException("A group alone is applied or stale.");
        }
        if (!stale.isEmpty()) {
            Set<Key> keys = new LinkedHashSet<>();
            stale.forEach(update -> keys.addAll(update.keys()));
            Reading all = timedReader.read(keys);
            stale.forEach(update -> results[update.place()] = new Result.Conflict(part(all, update.keys())));
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

    /** Returns the groups that may apply, and adds the others to those that are stale. */
    private List<GroupUpdate> standing(List<GroupUpdate> round, List<GroupUpdate> stale) {
        List<Key> unknown = new ArrayList<>();
        for (GroupUpdate update : round) {
            unknown.addAll(update.prepare(context.guards()));
        }
        if (!unknown.isEmpty()) {
            reader.asking(call -> {
                call.sync(context.paths().clock());
                return reader.collected(call, unknown);
            });
            round.forEach(update -> update.prepare(context.guards()));
        }
        List<GroupUpdate> standing = new ArrayList<>(round.size());
        for (GroupUpdate update : round) {
            (update.stands() ? standing : stale).add(update);
        }
        return standing;
    }

    /** Returns the groups in steps that a server takes. */
    private static List<List<GroupUpdate>> parts(List<GroupUpdate> updates) {
        List<List<GroupUpdate>> parts = new ArrayList<>();
        List<GroupUpdate> part = new ArrayList<>(updates.size());
        int size = 0;
        for (GroupUpdate update : updates) {
            if (!part.isEmpty() && size + update.size() > GroupUpdate.MAX_BYTES) {
                parts.add(part);
                part = new ArrayList<>();
                size = 0;
            }
            part.add(update);
            size += update.size();
        }
        if (!part.isEmpty()) {
            parts.add(part);
        }
        return parts;
    }

    /** Sends each part as one step. Returns the groups of which nothing is known except that they were not applied. */
    private List<GroupUpdate> send(List<List<GroupUpdate>> parts, Result[] results, List<GroupUpdate> stale) {
        List<List<GroupUpdate>> todo = parts;
        List<GroupUpdate> left = new ArrayList<>();
        for (int tries = 1; !todo.isEmpty(); tries++) {
            SessionCall call = connection.call();
            List<Transaction> sent = new ArrayList<>(todo.size());
            for (List<GroupUpdate> part : todo) {
                sent.add(new Transaction(context, call, part, todo.size() == 1));
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
                            todo.add(transaction.updates());
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
        if (tries == MAX_TRIES) {
            throw Failure.damaged(context.settings(), transaction.failedAt());
        }
    }
}
