package dev.holdfast.store.etcd;

import com.google.protobuf.ByteString;
import dev.holdfast.StoreException;
import io.etcd.jetcd.api.Compare;
import io.etcd.jetcd.api.KVGrpc;
import io.etcd.jetcd.api.LeaseGrantRequest;
import io.etcd.jetcd.api.LeaseGrantResponse;
import io.etcd.jetcd.api.LeaseGrpc;
import io.etcd.jetcd.api.LeaseRevokeRequest;
import io.etcd.jetcd.api.RangeRequest;
import io.etcd.jetcd.api.RangeResponse;
import io.etcd.jetcd.api.TxnRequest;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** The key that says what the store's time is counted from, and the leases it names. */
record EtcdClockKey(EtcdClient client, ByteString key, String where) {
    /** Long enough to be renewed seldom, short enough that one which no client knows of is gone some day. */
    private static final Duration LEASE = Duration.ofDays(30);

    /** The content of the key, and the leader. */
    record Current(@Nullable EtcdBasis basis, long term) {}

    Current current() {
        RangeResponse found =
                client.ask(KVGrpc.getRangeMethod(), EtcdOps.range(key).build());
        EtcdBasis basis = found.getKvsCount() == 0 ? null : EtcdBasis.of(found.getKvs(0), where);
        return new Current(basis, found.getHeader().getRaftTerm());
    }

    /** Returns whether no key begins so. */
    boolean none(ByteString prefix) {
        RangeRequest count = EtcdOps.range(prefix)
                .setRangeEnd(EtcdKeys.end(prefix))
                .setCountOnly(true)
                .build();
        return client.ask(KVGrpc.getRangeMethod(), count).getCount() == 0;
    }

    /**
     * Writes a new basis if the old one is still there; whether it came to that shows when the key is read.
     *
     * @param old null if there is none yet
     * @param moment the time before this call
     * @param empty if not null, only if no key begins so
     */
    void start(@Nullable EtcdBasis old, Instant moment, @Nullable ByteString empty) {
        LeaseGrantResponse lease = client.ask(
                LeaseGrpc.getLeaseGrantMethod(),
                LeaseGrantRequest.newBuilder().setTTL(LEASE.toSeconds()).build());
        EtcdBasis basis = new EtcdBasis(
                0, moment, lease.getID(), lease.getTTL(), lease.getHeader().getRaftTerm());
        TxnRequest.Builder request = TxnRequest.newBuilder()
                .addCompare(EtcdOps.unchanged(key, old == null ? 0 : old.revision()))
                .addSuccess(EtcdOps.put(key, basis.value()));
        if (empty != null) {
            request.addCompare(Compare.newBuilder(EtcdOps.unchanged(empty, 0)).setRangeEnd(EtcdKeys.end(empty)));
        }
        boolean done = client.ask(KVGrpc.getTxnMethod(), request.build()).getSucceeded();
        if (!done) {
            forget(lease.getID());
        } else if (old != null) {
            forget(old.lease());
        }
    }

    private void forget(long lease) {
        try {
            client.ask(
                    LeaseGrpc.getLeaseRevokeMethod(),
                    LeaseRevokeRequest.newBuilder().setID(lease).build());
        } catch (StoreException e) {
            // It runs out by itself.
        }
    }
}
