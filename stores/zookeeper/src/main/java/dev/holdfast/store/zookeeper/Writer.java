package dev.holdfast.store.zookeeper;

import dev.holdfast.store.Group;
import dev.holdfast.store.Key;
import dev.holdfast.store.Reading;
import dev.holdfast.store.Result;
import dev.holdfast.store.StoreException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import org.apache.zookeeper.data.ACL;

/**
 * Applies one batch. ZooKeeper's step is all or nothing, so all groups go in one; if that fails because some expected version
 * no longer holds, each goes in a step of its own, all behind each other on one trip.
 */
final class Writer {
    /** A closed volume of the history costs another try, and volumes are not closed that often. */
    private static final int MOST_TRIES = 10;

    private final Settings settings;
    private final Paths paths;
    private final Connection connection;
    private final Guards guards;
    private final ServerClock clock;
    private final Look look;
    private final Reader reader;
    private final PastEvents history;
    private final List<ACL> rights;

    Writer(
            Settings settings,
            Paths paths,
            Connection connection,
            Guards guards,
            ServerClock clock,
            Look look,
            Reader reader,
            PastEvents history,
            List<ACL> rights) {
        this.settings = settings;
        this.paths = paths;
        this.connection = connection;
        this.guards = guards;
        this.clock = clock;
        this.look = look;
        this.reader = reader;
        this.history = history;
        this.rights = rights;
    }

    List<Result> apply(List<Group> batch) {
        List<Edit> edits = new ArrayList<>(batch.size());
        for (int i = 0; i < batch.size(); i++) {
            edits.add(new Edit(batch.get(i), i, paths));
        }
        Result[] results = new Result[batch.size()];
        for (List<Edit> round : Rounds.of(edits)) {
            try {
                run(round, results);
            } catch (StoreException e) {
                // What was not reached, or refused, is not true of the whole batch if a part of it was applied.
                throw applied(results) ? Failure.unknown(settings, "after a part was applied: " + e.getMessage()) : e;
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
                        .collect(java.util.stream.Collectors.toMap(
                                Function.identity(), key -> all.entries().get(key))),
                all.now());
    }

    /** Those that may apply; the others know better already. */
    private List<Edit> standing(List<Edit> round, List<Edit> stale) {
        List<Key> unknown = new ArrayList<>();
        for (Edit edit : round) {
            unknown.addAll(edit.prepare(guards));
        }
        if (!unknown.isEmpty()) {
            reader.asking(trip -> {
                trip.sync(paths.clock());
                return reader.collected(trip, unknown);
            });
            round.forEach(edit -> edit.prepare(guards));
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

    /** Sends each part as one step, and sorts out what became of it. Gives back those of whom nothing is known but that they were not applied. */
    private List<Edit> send(List<List<Edit>> parts, Result[] results, List<Edit> stale) {
        List<List<Edit>> todo = parts;
        List<Edit> left = new ArrayList<>();
        for (int tries = 1; !todo.isEmpty(); tries++) {
            Trip trip = connection.trip();
            List<Transaction> sent = new ArrayList<>(todo.size());
            for (List<Edit> part : todo) {
                sent.add(Transaction.send(trip, part, history, paths, guards, rights));
            }
            List<List<Edit>> again = new ArrayList<>();
            RuntimeException failure = null;
            for (Transaction transaction : sent) {
                try {
                    switch (transaction.await(trip, settings, clock, guards, history, results)) {
                        case APPLIED -> {}
                        case STALE -> transaction.sort(stale, left);
                        case VOLUME_CLOSED -> again.add(transaction.edits());
                    }
                } catch (StoreException e) {
                    failure = failure == null || e instanceof dev.holdfast.store.OutcomeUnknownException ? e : failure;
                }
            }
            if (failure != null) {
                throw failure;
            }
            if (!again.isEmpty()) {
                if (tries == MOST_TRIES) {
                    throw Failure.damaged(settings, paths.history());
                }
                history.refresh();
            }
            todo = again;
        }
        return left;
    }
}
