package dev.holdfast.store.zookeeper;

import dev.holdfast.UnreadableRecordException;
import dev.holdfast.spi.Entry;
import dev.holdfast.spi.Key;
import dev.holdfast.spi.Key.Kind;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.apache.zookeeper.KeeperException.Code;
import org.apache.zookeeper.Op;
import org.apache.zookeeper.OpResult;
import org.apache.zookeeper.data.Stat;
import org.jspecify.annotations.Nullable;

/** Asks for records. What is lost on the way is asked again, as long as the call has time. Thread-safe. */
record Reader(Settings settings, Paths paths, Connection connection, Guards guards, ServerClock clock) {
    /** Of the names of nodes in one request; a server takes a megabyte. */
    private static final int MAX_REQUEST = 400_000;

    private static final int MAX_LOOKS = 20;

    /** Something to be asked. */
    interface Question<T> {
        T ask(SessionCall call) throws SessionCall.LostException;
    }

    <T> T asking(Question<T> question) {
        long end = System.nanoTime() + settings.timeout().toNanos();
        while (true) {
            SessionCall call = connection.call(end);
            try {
                return question.ask(call);
            } catch (SessionCall.LostException e) {
                if (e.late()) {
                    throw Failure.unreachable(
                            settings,
                            "it did not answer within " + settings.timeout().toMillis() + " ms",
                            e);
                }
            }
        }
    }

    /** Returns the leader's time, from a write. */
    Instant now() {
        return asking(call -> stamp(call, tick(call)));
    }

    /** Sends a write whose only purpose is its stamp; what follows on that call sees all that came before it. */
    CompletableFuture<SessionCall.Answer> tick(SessionCall call) {
        return call.send(List.of(Op.setData(paths.clock(), new byte[0], -1)));
    }

    Instant stamp(SessionCall call, CompletableFuture<SessionCall.Answer> ticked) throws SessionCall.LostException {
        OpResult result = call.results(ticked).get(0);
        if (!(result instanceof OpResult.SetDataResult done)) {
            throw Failure.of(settings, ((OpResult.ErrorResult) result).getErr(), paths.clock());
        }
        Instant stamp = Instant.ofEpochMilli(done.getStat().getMtime());
        SessionCall.Answer answer = ticked.join();
        clock.learn(stamp, answer.sent(), answer.answered());
        return stamp;
    }

    /** Returns the records of those keys at one moment. */
    Map<Key, Entry> entries(SessionCall call, Collection<Key> keys) throws SessionCall.LostException {
        List<List<Key>> parts = parts(keys);
        Map<Key, Entry> seen = collected(call, parts);
        for (int looks = 1; parts.size() > 1; looks++) {
            // What did not change between two looks was there at the moment between them.
            Map<Key, Entry> again = collected(call, parts);
            if (again.equals(seen)) {
                return again;
            }
            if (looks == MAX_LOOKS) {
                throw Failure.unreachable(
                        settings, keys.size() + " records change faster than they can be read together", null);
            }
            seen = again;
        }
        return seen;
    }

    /** Returns the records of those keys, not all of the same moment. */
    Map<Key, Entry> collected(SessionCall call, Collection<Key> keys) throws SessionCall.LostException {
        return collected(call, parts(keys));
    }

    private Map<Key, Entry> collected(SessionCall call, List<List<Key>> parts) throws SessionCall.LostException {
        List<CompletableFuture<SessionCall.Answer>> pending = new ArrayList<>();
        for (List<Key> part : parts) {
            pending.add(call.send(
                    part.stream().map(key -> Op.getData(paths.of(key))).toList()));
        }
        Map<Key, Entry> entries = new HashMap<>();
        for (int i = 0; i < parts.size(); i++) {
            List<OpResult> results = call.results(pending.get(i));
            for (int j = 0; j < results.size(); j++) {
                Entry entry = entry(parts.get(i).get(j), results.get(j));
                if (entry != null) {
                    entries.put(entry.key(), entry);
                }
            }
        }
        return entries;
    }

    private List<List<Key>> parts(Collection<Key> keys) {
        List<List<Key>> parts = new ArrayList<>();
        List<Key> part = new ArrayList<>();
        int size = 0;
        for (Key key : keys) {
            int length = 3 * key.name().length() + paths.base().length() + 50;
            if (size + length > MAX_REQUEST) {
                parts.add(part);
                part = new ArrayList<>();
                size = 0;
            }
            part.add(key);
            size += length;
        }
        if (!part.isEmpty()) {
            parts.add(part);
        }
        return parts;
    }

    private @Nullable Entry entry(Key key, OpResult result) {
        if (result instanceof OpResult.GetDataResult found) {
            return entry(key, found.getData(), found.getStat());
        }
        int code = ((OpResult.ErrorResult) result).getErr();
        if (code == Code.NONODE.intValue()) {
            return null;
        }
        throw Failure.of(settings, code, paths.of(key));
    }

    private Entry entry(Key key, byte[] data, Stat stat) {
        try {
            Node node = Node.of(key, data, stat);
            guards.learn(key, node.guard());
            return node.entry();
        } catch (UnreadableRecordException e) {
            throw Failure.unwritable(
                    settings,
                    "the " + key.kind() + " record '" + key.name() + "' cannot be read (" + e.getMessage()
                            + "); delete the node " + paths.of(key) + " and what is beneath it if it is not needed.");
        }
    }

    /** Returns the names of all records of a kind. */
    List<String> names(SessionCall call, Kind kind) throws SessionCall.LostException {
        List<String> buckets = paths.buckets(kind);
        List<OpResult> results =
                call.results(call.send(buckets.stream().map(Op::getChildren).toList()));
        List<String> names = new ArrayList<>();
        for (int i = 0; i < results.size(); i++) {
            for (String node : children(results.get(i), buckets.get(i))) {
                String name = NodeName.decode(node);
                if (name != null) {
                    names.add(name);
                }
            }
        }
        return names;
    }

    List<String> children(OpResult result, String path) {
        if (result instanceof OpResult.GetChildrenResult found) {
            return found.getChildren();
        }
        throw Failure.of(settings, ((OpResult.ErrorResult) result).getErr(), path);
    }
}
