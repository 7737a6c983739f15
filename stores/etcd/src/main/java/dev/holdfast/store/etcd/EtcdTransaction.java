package dev.holdfast.store.etcd;

import com.google.protobuf.ByteString;
import dev.holdfast.internal.base.TooLargeException;
import dev.holdfast.spi.Change;
import dev.holdfast.spi.Entry;
import dev.holdfast.spi.Group;
import dev.holdfast.spi.Key;
import dev.holdfast.spi.Reading;
import dev.holdfast.spi.Result;
import io.etcd.jetcd.api.RequestOp;
import io.etcd.jetcd.api.TxnRequest;
import io.etcd.jetcd.api.TxnResponse;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Groups that go to etcd as one transaction: a nested one for each, which makes its changes if all its versions hold, and else
 * reads its records. etcd compares everything before it changes anything, so that no group may name what one before it changes.
 */
final class EtcdTransaction {
    /** As etcd counts: nested transactions, and the operations in the largest of them. */
    static final int MAX_OPERATIONS = 128;

    private static final int MAX_BYTES = 1 << 20;
    /** The bytes of one group. A server takes requests of 1.5 MiB. */
    private static final int MAX_GROUP_BYTES = 1_400_000;
    /** Groups of so few changes and events always fit. */
    private static final int FEW = 8;

    private final EtcdKeys keys;
    private final Instant stamp;
    private final Instant asked;
    private final List<Group> groups = new ArrayList<>();
    private final Set<Key> changed = new HashSet<>();
    private final TxnRequest.Builder request;
    private int largest;
    private int bytes;

    EtcdTransaction(EtcdKeys keys, EtcdTime time) {
        this.keys = keys;
        this.stamp = time.stamp();
        this.asked = time.now();
        // etcd looks for the right to write, and for room, only at what is not nested: hence this write of next to
        // nothing.
        this.request = TxnRequest.newBuilder()
                .addCompare(EtcdOps.unchanged(keys.clock(), time.basis().revision()))
                .addFailure(EtcdOps.put(keys.outdated(), ByteString.EMPTY));
    }

    /** Refuses a group that no transaction can hold. */
    static void requireFitting(Group group) {
        int size = size(group);
        if (size >= MAX_OPERATIONS) {
            throw new TooLargeException("etcd makes at most " + (MAX_OPERATIONS - 2)
                    + " changes in one step, and this needs " + size + ": name fewer resources in one request.");
        }
        int few = group.changes().size() + group.events().size();
        int bytes = few <= FEW ? 0 : bytes(group);
        if (bytes > MAX_GROUP_BYTES) {
            throw new TooLargeException("This takes " + bytes + " bytes, and etcd takes at most " + MAX_GROUP_BYTES
                    + " in one step: name fewer resources or processes in one request.");
        }
    }

    private static int bytes(Group group) {
        int bytes = 0;
        for (Change change : group.changes()) {
            bytes += 4 * change.key().name().length() + 200;
            bytes += change.next() == null
                    ? 0
                    : EtcdValue.of(Instant.EPOCH, change.next()).size();
        }
        return bytes + EtcdValue.of(Instant.EPOCH, group.events()).size();
    }

    private static int size(Group group) {
        return group.changes().size() + (group.events().isEmpty() ? 0 : 1);
    }

    /** Adds a group, unless it must wait for the next transaction. */
    boolean add(Group group, EtcdHistory history) {
        int most = Math.max(largest, size(group));
        if (!groups.isEmpty() && (groups.size() + 1 + most > MAX_OPERATIONS || namesChanged(group))) {
            return false;
        }
        TxnRequest nested = nested(group, history);
        if (!groups.isEmpty() && bytes + nested.getSerializedSize() > MAX_BYTES) {
            return false;
        }
        request.addSuccess(RequestOp.newBuilder().setRequestTxn(nested));
        groups.add(group);
        largest = most;
        bytes += nested.getSerializedSize();
        for (Change change : group.changes()) {
            if (change.type() != Change.Type.CHECK) {
                changed.add(change.key());
            }
        }
        return true;
    }

    private boolean namesChanged(Group group) {
        for (Change change : group.changes()) {
            if (changed.contains(change.key())) {
                return true;
            }
        }
        return false;
    }

    private TxnRequest nested(Group group, EtcdHistory history) {
        TxnRequest.Builder nested = TxnRequest.newBuilder();
        for (Change change : group.changes()) {
            ByteString key = keys.of(change.key());
            nested.addCompare(EtcdOps.unchanged(key, change.expected()));
            nested.addFailure(EtcdOps.get(key));
            if (change.type() == Change.Type.DELETE) {
                nested.addSuccess(EtcdOps.delete(key));
            } else if (change.next() != null) {
                nested.addSuccess(EtcdOps.put(key, EtcdValue.of(stamp, change.next())));
            }
        }
        if (!group.events().isEmpty()) {
            nested.addSuccess(
                    EtcdOps.put(history.nextKey(stamp, group.events().size()), EtcdValue.of(stamp, group.events())));
        }
        return nested.build();
    }

    TxnRequest request() {
        return request.build();
    }

    /** Returns the result of each group, once the clock was found to be the one it was stamped by. */
    List<Result> results(TxnResponse answer) {
        List<Result> results = new ArrayList<>(groups.size());
        for (int i = 0; i < groups.size(); i++) {
            TxnResponse nested = answer.getResponses(i).getResponseTxn();
            results.add(
                    nested.getSucceeded()
                            ? new Result.Applied(answer.getHeader().getRevision(), stamp)
                            : conflict(groups.get(i), nested));
        }
        return results;
    }

    private Result conflict(Group group, TxnResponse nested) {
        Map<Key, Entry> found = new HashMap<>();
        for (int i = 0; i < nested.getResponsesCount(); i++) {
            Key key = group.changes().get(i).key();
            var range = nested.getResponses(i).getResponseRange();
            if (range.getKvsCount() > 0) {
                found.put(key, EtcdValue.entry(key, range.getKvs(0)));
            }
        }
        return new Result.Conflict(new Reading(found, EtcdTime.now(asked, found.values())));
    }
}
