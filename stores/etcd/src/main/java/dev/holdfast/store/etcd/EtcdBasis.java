package dev.holdfast.store.etcd;

import com.google.protobuf.ByteString;
import dev.holdfast.StoreUnwritableException;
import dev.holdfast.internal.json.JsonText;
import io.etcd.jetcd.api.KeyValue;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The basis that the store's time is counted from, as it stands under one key: a moment, and the lease that was granted at it.
 * The time is that moment and what has passed of the lease.
 *
 * @param revision of the write that made it so; 0 before that
 * @param term of the leader that counts the lease down. Another leader restarts it, so that it shows nothing any more
 */
record EtcdBasis(long revision, Instant start, long lease, long seconds, long term) {
    private static final long LAYOUT = 1;

    static EtcdBasis of(KeyValue kept, String where) {
        Map<String, @Nullable Object> members = EtcdValue.members(kept);
        long layout = number(members, "layout", where);
        if (layout > LAYOUT) {
            throw new StoreUnwritableException(
                    "The locks in " + where + " were written by a newer Holdfast (layout " + layout + ", known is "
                            + LAYOUT + "): use that version here too.",
                    null);
        }
        return new EtcdBasis(
                kept.getModRevision(),
                Instant.EPOCH.plus(number(members, "start", where), ChronoUnit.MICROS),
                number(members, "lease", where),
                number(members, "seconds", where),
                number(members, "term", where));
    }

    private static long number(Map<String, @Nullable Object> members, String name, String where) {
        if (members.get(name) instanceof Long number) {
            return number;
        }
        throw new StoreUnwritableException(
                "The key clock in " + where + " is not as Holdfast writes it: another program uses this prefix; choose"
                        + " another one.",
                null);
    }

    ByteString value() {
        return ByteString.copyFromUtf8(JsonText.of(this, (basis, text) -> {
            text.put("layout", LAYOUT);
            text.put("start", EtcdValue.micros(basis.start));
            text.put("lease", basis.lease);
            text.put("seconds", basis.seconds);
            text.put("term", basis.term);
        }));
    }
}
