package dev.holdfast.store.zookeeper;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.holdfast.HistoryEntry;
import dev.holdfast.LockAdmin.HistoryQuery;
import dev.holdfast.LockEvent;
import dev.holdfast.StoreException;
import dev.holdfast.UnreadableRecordException;
import dev.holdfast.internal.codec.Codec;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.zookeeper.CreateMode;
import org.apache.zookeeper.Op;
import org.apache.zookeeper.OpResult;
import org.apache.zookeeper.data.ACL;

/**
 * The history: the events of one change are one node, made with it, in a numbered volume. A volume that is full is closed in
 * the very step that opens the next, and every change checks that its volume is open; so the numbers of nodes never run out
 * and nodes are in the order of their changes. Old volumes are removed as a whole. Thread-safe.
 */
final class PastEvents {
    /** A volume is full after so many nodes, or so many events of one process. */
    static final int FULL = 5000;
    /** Also after so many bytes of one process: the servers keep all in memory. */
    private static final int FULL_BYTES = 8 << 20;

    private static final int VOLUMES_KEPT = 2;
    private static final int SOME = 250;

    private final Settings settings;
    private final Paths paths;
    private final Reader reader;
    private final List<ACL> rights;
    private final AtomicBoolean turning = new AtomicBoolean();
    private volatile Volume current;
    /** Events of this process in the volume. Guarded by this. */
    private int own;
    /** Their bytes. Guarded by this. */
    private int ownBytes;

    PastEvents(Settings settings, Paths paths, Reader reader, List<ACL> rights) {
        this.settings = settings;
        this.paths = paths;
        this.reader = reader;
        this.rights = rights;
        this.current = volume(0);
    }

    /** One volume, by its number. */
    record Volume(long number, String path) {}

    private Volume volume(long number) {
        return new Volume(number, paths.volume(number));
    }

    Volume current() {
        return current;
    }

    static byte[] text(List<LockEvent> events) {
        StringBuilder text = new StringBuilder();
        for (LockEvent event : events) {
            text.append(Codec.encode(event)).append('\n');
        }
        return text.toString().getBytes(UTF_8);
    }

    /** Adds the operations that add a node to that volume: they fail if it is closed. */
    void add(Volume volume, byte[] events, Operations to) {
        String path = volume.path;
        to.add(Op.check(path, 0));
        to.add(Op.create(path + "/e", events, rights, CreateMode.PERSISTENT_SEQUENTIAL));
    }

    /** Looks which volume is open, after that one was not. */
    void refresh() {
        List<Volume> volumes = reader.asking(this::volumes);
        if (volumes.isEmpty()) {
            throw Failure.damaged(settings, paths.history());
        }
        synchronized (this) {
            if (volumes.get(0).number > current.number) {
                current = volumes.get(0);
                own = 0;
                ownBytes = 0;
            }
        }
    }

    /** Returns the volumes, newest first. */
    private List<Volume> volumes(SessionCall call) throws SessionCall.LostException {
        call.sync(paths.history());
        List<Volume> volumes = new ArrayList<>();
        for (String name : children(call, paths.history())) {
            volumes.add(volume(Long.parseLong(name)));
        }
        volumes.sort(Comparator.comparingLong(Volume::number).reversed());
        return volumes;
    }

    private List<String> children(SessionCall call, String path) throws SessionCall.LostException {
        OpResult result = call.results(call.send(List.of(Op.getChildren(path)))).get(0);
        return result instanceof OpResult.GetChildrenResult found ? found.getChildren() : List.of();
    }

    /** Takes note of a node that was made. */
    void added(Volume volume, String path, int events, int bytes) {
        long number = Long.parseLong(path.substring(path.lastIndexOf('/') + 2));
        synchronized (this) {
            own += events;
            ownBytes += bytes;
            if (volume.number != current.number || (number + 1 < FULL && own < FULL && ownBytes < FULL_BYTES)) {
                return;
            }
        }
        if (turning.compareAndSet(false, true)) {
            Thread thread = new Thread(() -> turn(volume), "holdfast-zookeeper-history");
            thread.setDaemon(true);
            thread.start();
        }
    }

    /** Closes a volume, opens the next, and removes old ones. A client that fails at it leaves it to the next one. */
    private void turn(Volume full) {
        try {
            reader.asking(call -> call.results(call.send(List.of(
                    Op.setData(full.path, "closed".getBytes(UTF_8), 0),
                    Op.create(paths.volume(full.number + 1), new byte[0], rights, CreateMode.PERSISTENT)))));
            refresh();
            for (Volume volume : reader.asking(this::volumes)) {
                if (volume.number < current.number - VOLUMES_KEPT) {
                    remove(volume);
                }
            }
        } catch (StoreException | IllegalStateException e) {
            // The store is away or closed; the next node of a full volume is the next occasion.
            return;
        } finally {
            turning.set(false);
        }
    }

    private void remove(Volume volume) {
        String path = volume.path;
        List<String> nodes = reader.asking(call -> children(call, path));
        List<Op> some = new ArrayList<>();
        for (int i = 0; i < nodes.size(); i++) {
            some.add(Op.delete(path + "/" + nodes.get(i), -1));
            if (some.size() == SOME || i + 1 == nodes.size()) {
                List<Op> now = List.copyOf(some);
                reader.asking(call -> call.results(call.send(now)));
                some.clear();
            }
        }
        reader.asking(call -> call.results(call.send(List.of(Op.delete(path, -1)))));
    }

    List<HistoryEntry> newest(HistoryQuery query) {
        return reader.asking(call -> {
            List<HistoryEntry> found = new ArrayList<>();
            for (Volume volume : volumes(call)) {
                String path = volume.path;
                List<String> nodes = new ArrayList<>(children(call, path));
                nodes.sort(Comparator.reverseOrder());
                for (int i = 0; i < nodes.size() && found.size() < query.limit(); i += SOME) {
                    List<Op> some = new ArrayList<>();
                    for (String node : nodes.subList(i, Math.min(i + SOME, nodes.size()))) {
                        some.add(Op.getData(path + "/" + node));
                    }
                    call.results(call.send(some)).forEach(result -> collect(result, query, found));
                }
            }
            return found;
        });
    }

    private void collect(OpResult result, HistoryQuery query, List<HistoryEntry> found) {
        if (!(result instanceof OpResult.GetDataResult node)) {
            return; // removed meanwhile
        }
        List<String> lines = new String(node.getData(), UTF_8).lines().toList();
        Instant at = Instant.ofEpochMilli(node.getStat().getCtime());
        for (int i = lines.size() - 1; i >= 0 && found.size() < query.limit(); i--) {
            try {
                HistoryEntry past = new HistoryEntry(node.getStat().getCzxid(), at, Codec.decodeEvent(lines.get(i)));
                if (query.matches(past)) {
                    found.add(past.stamped());
                }
            } catch (UnreadableRecordException e) {
                throw Failure.damaged(settings, paths.history());
            }
        }
    }
}
