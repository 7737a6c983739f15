package dev.holdfast.store.etcd;

import com.google.protobuf.ByteString;
import dev.holdfast.HistoryEntry;
import dev.holdfast.LockAdmin.HistoryQuery;
import dev.holdfast.internal.storage.History;
import io.etcd.jetcd.api.DeleteRangeRequest;
import io.etcd.jetcd.api.KVGrpc;
import io.etcd.jetcd.api.KeyValue;
import io.etcd.jetcd.api.RangeRequest;
import io.etcd.jetcd.api.RangeResponse;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The events, a key for those of each group, named by their time. A client that has written a few hundred deletes the oldest
 * now and then, so that there are never many more than are wanted. Thread-safe.
 */
final class EtcdHistory {
    private static final int PAGE = 1_000;
    /** After so many new ones a client checks whether there are too many. */
    private static final int SPARE = 500;

    /** The digits of the number of events in a key. */
    private static final int COUNT = 4;

    private final EtcdClient client;
    private final ByteString prefix;
    /** Tells what this process wrote from what others wrote in the same microsecond. */
    private final long writer = ThreadLocalRandom.current().nextLong() >>> 32;

    private final AtomicInteger numbers = new AtomicInteger();
    private final AtomicLong latest = new AtomicLong();
    /** Whether this process has written several events under one key: then the number of keys does not tell that of events. */
    private volatile boolean several;

    /** Begins anywhere, since many processes write no more than one or two in their lives. */
    private final AtomicInteger untilTrim =
            new AtomicInteger(ThreadLocalRandom.current().nextInt(1, SPARE));

    EtcdHistory(EtcdClient client, EtcdKeys keys) {
        this.client = client;
        this.prefix = keys.history();
    }

    /**
     * Returns the key of the next group's events, with their number. Those of one process sort in its order, even when a better
     * known time makes stamps go back by up to a second: otherwise the newest would be deleted as the oldest.
     */
    ByteString nextKey(Instant stamp, int events) {
        if (events > 1) {
            several = true;
        }
        untilTrim.addAndGet(-events);
        long micros = latest.accumulateAndGet(EtcdValue.micros(stamp), Math::max);
        return prefix.concat(ByteString.copyFromUtf8(hex(micros, 16)
                + '-'
                + hex(writer, 8)
                + '-'
                + hex(numbers.getAndIncrement() & 0xFFFF_FFFFL, 8)
                + '-'
                + hex(events, COUNT)));
    }

    /** Returns how many events are under a key, as the key itself says. */
    private static int count(ByteString key) {
        try {
            return Integer.parseInt(key.substring(key.size() - COUNT).toStringUtf8(), 16);
        } catch (NumberFormatException e) {
            return 1; // another program made the key
        }
    }

    private static String hex(long number, int digits) {
        String text = Long.toHexString(number);
        return "0".repeat(Math.max(0, digits - text.length())) + text;
    }

    List<HistoryEntry> newest(HistoryQuery query) {
        List<HistoryEntry> found = new ArrayList<>();
        Set<ByteString> seen = new HashSet<>();
        boolean all = query.prefix().isEmpty() && query.owner() == null;
        int limit = all ? Math.min(PAGE, query.limit() + EtcdTransaction.MAX_OPERATIONS) : PAGE;
        long upTo = 0;
        while (true) {
            RangeResponse range = client.ask(KVGrpc.getRangeMethod(), EtcdOps.newest(prefix, limit, upTo));
            List<KeyValue> page = new ArrayList<>(range.getKvsList());
            page.sort(Comparator.comparingLong(KeyValue::getModRevision)
                    .thenComparing(KeyValue::getKey, ByteString.unsignedLexicographicalComparator())
                    .reversed());
            boolean more = range.getMore();
            for (KeyValue kept : page) {
                if (seen.add(kept.getKey())) {
                    add(kept, query, found);
                }
                upTo = kept.getModRevision();
            }
            if (!more || found.size() >= query.limit()) {
                return found.size() > query.limit() ? List.copyOf(found.subList(0, query.limit())) : found;
            }
        }
    }

    private static void add(KeyValue kept, HistoryQuery query, List<HistoryEntry> to) {
        List<HistoryEntry> events = EtcdValue.events(kept);
        for (int i = events.size() - 1; i >= 0; i--) {
            if (query.matches(events.get(i))) {
                to.add(events.get(i));
            }
        }
    }

    /** Deletes the oldest if enough new ones were written. */
    void trim() {
        if (untilTrim.get() > 0) {
            return;
        }
        untilTrim.set(SPARE);
        RangeRequest.Builder all =
                EtcdOps.range(prefix).setRangeEnd(EtcdKeys.end(prefix)).setKeysOnly(true);
        if (!several
                && client.ask(
                                        KVGrpc.getRangeMethod(),
                                        all.clone().setCountOnly(true).build())
                                .getCount()
                        <= History.MAX_EVENTS) {
            return;
        }
        RangeResponse keys = client.ask(KVGrpc.getRangeMethod(), all.build());
        int events = 0;
        int oldest = keys.getKvsCount();
        while (oldest > 0 && events < History.MAX_EVENTS) {
            oldest--;
            events += count(keys.getKvs(oldest).getKey());
        }
        if (oldest > 0) {
            ByteString last = keys.getKvs(oldest - 1).getKey();
            client.ask(
                    KVGrpc.getDeleteRangeMethod(),
                    DeleteRangeRequest.newBuilder()
                            .setKey(prefix)
                            .setRangeEnd(EtcdKeys.after(last))
                            .build());
        }
    }
}
