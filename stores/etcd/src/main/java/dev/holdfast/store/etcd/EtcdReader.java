package dev.holdfast.store.etcd;

import com.google.protobuf.ByteString;
import dev.holdfast.spi.Entry;
import dev.holdfast.spi.Key;
import dev.holdfast.spi.Key.Kind;
import dev.holdfast.spi.Page;
import dev.holdfast.spi.Query;
import dev.holdfast.spi.Reading;
import io.etcd.jetcd.api.KVGrpc;
import io.etcd.jetcd.api.KeyValue;
import io.etcd.jetcd.api.RangeRequest;
import io.etcd.jetcd.api.RangeResponse;
import io.etcd.jetcd.api.TxnRequest;
import io.etcd.jetcd.api.TxnResponse;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** A reader of records. Every answer comes from the majority of the servers, together with the clock that stamped the records. */
record EtcdReader(EtcdClient client, EtcdKeys keys, EtcdClock clock) {
    private static final int KEYS_AT_ONCE = EtcdTransaction.MAX_OPERATIONS - 2;
    private static final int PAGE = 500;
    private static final int MAX_TRIES = 20;

    /** Ranges as of one revision, and the time at which they were asked for. */
    private record Found(List<RangeResponse> ranges, Instant asked, long revision) {}

    /**
     * Looks up ranges in one step.
     *
     * @param revision as of which; 0 for now
     */
    private Found look(List<RangeRequest> ranges, long revision) {
        EtcdTime time = clock.time();
        for (int tries = 0; ; tries++) {
            Instant asked = time.now();
            TxnRequest.Builder request = TxnRequest.newBuilder()
                    .addSuccess(EtcdOps.op(
                            EtcdOps.range(keys.clock()).setKeysOnly(true).build()));
            for (RangeRequest range : ranges) {
                request.addSuccess(EtcdOps.op(
                        revision == 0
                                ? range
                                : range.toBuilder().setRevision(revision).build()));
            }
            TxnResponse answer = client.ask(KVGrpc.getTxnMethod(), request.build());
            clock.heard(answer.getHeader().getRaftTerm());
            RangeResponse basis = answer.getResponses(0).getResponseRange();
            boolean same = basis.getKvsCount() > 0
                    && basis.getKvs(0).getModRevision() == time.basis().revision();
            if (same || tries == MAX_TRIES) {
                List<RangeResponse> found = new ArrayList<>(ranges.size());
                for (int i = 1; i < answer.getResponsesCount(); i++) {
                    found.add(answer.getResponses(i).getResponseRange());
                }
                return new Found(
                        found, same ? asked : Instant.EPOCH, answer.getHeader().getRevision());
            }
            time = clock.timeAfter(time);
        }
    }

    Reading read(Collection<Key> wanted) {
        List<Key> all = List.copyOf(wanted);
        Map<Key, Entry> entries = new HashMap<>();
        Instant asked = null;
        long revision = 0;
        int from = 0;
        do {
            List<Key> some = all.subList(from, Math.min(all.size(), from + KEYS_AT_ONCE));
            List<RangeRequest> ranges = new ArrayList<>(some.size());
            some.forEach(key -> ranges.add(EtcdOps.range(keys.of(key)).build()));
            Found found = look(ranges, revision);
            for (int i = 0; i < some.size(); i++) {
                RangeResponse range = found.ranges().get(i);
                if (range.getKvsCount() > 0) {
                    entries.put(some.get(i), EtcdValue.entry(some.get(i), range.getKvs(0)));
                }
            }
            asked = asked == null ? found.asked() : asked;
            revision = found.revision();
            from += KEYS_AT_ONCE;
        } while (from < all.size());
        return new Reading(entries, EtcdTime.now(asked, entries.values()));
    }

    /** Looks through the records in the order of their names until there are enough. */
    Page query(Query query) {
        ByteString least = keys.of(new Key(query.kind(), query.prefix()));
        ByteString end = EtcdKeys.end(least);
        ByteString after = EtcdKeys.after(keys.of(new Key(query.kind(), query.after())));
        ByteString from = ByteString.unsignedLexicographicalComparator().compare(least, after) < 0
                        && !query.after().isEmpty()
                ? after
                : least;
        List<Entry> entries = new ArrayList<>();
        Instant asked = null;
        boolean some = query.owner() != null || query.user() != null || query.dueBy() != null;
        int size = some ? PAGE : Math.min(PAGE, query.limit() + 1);
        while (true) {
            Found found = look(
                    List.of(EtcdOps.range(from).setRangeEnd(end).setLimit(size).build()), 0);
            asked = asked == null ? found.asked() : asked;
            RangeResponse range = found.ranges().get(0);
            for (KeyValue kept : range.getKvsList()) {
                Entry entry = entry(query.kind(), kept);
                if (query.matches(entry)) {
                    if (entries.size() == query.limit()) {
                        return new Page(entries, true, EtcdTime.now(asked, entries));
                    }
                    entries.add(entry);
                }
                from = EtcdKeys.after(kept.getKey());
            }
            if (!range.getMore()) {
                return new Page(entries, false, EtcdTime.now(asked, entries));
            }
        }
    }

    Entry entry(Kind kind, KeyValue kept) {
        return EtcdValue.entry(keys.key(kind, kept.getKey()), kept);
    }

    /** All records whose keys begin so, and the revision as of which they are all of them. */
    record Snapshot(List<KeyValue> kept, long revision) {}

    Snapshot snapshot(ByteString prefix) {
        List<KeyValue> kept = new ArrayList<>();
        ByteString from = prefix;
        long revision = 0;
        while (true) {
            RangeResponse range = client.ask(
                    KVGrpc.getRangeMethod(),
                    EtcdOps.range(from)
                            .setRangeEnd(EtcdKeys.end(prefix))
                            .setLimit(PAGE)
                            .setRevision(revision)
                            .build());
            revision = revision == 0 ? range.getHeader().getRevision() : revision;
            kept.addAll(range.getKvsList());
            if (!range.getMore()) {
                return new Snapshot(kept, revision);
            }
            from = EtcdKeys.after(range.getKvs(range.getKvsCount() - 1).getKey());
        }
    }
}
