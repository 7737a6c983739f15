package dev.holdfast.store.etcd;

import com.google.protobuf.ByteString;
import io.etcd.jetcd.api.Compare;
import io.etcd.jetcd.api.DeleteRangeRequest;
import io.etcd.jetcd.api.PutRequest;
import io.etcd.jetcd.api.RangeRequest;
import io.etcd.jetcd.api.RequestOp;

/** The parts that requests are made of. */
final class EtcdOps {
    private EtcdOps() {}

    /** Returns a condition that the key was last written at that revision; 0 if it is not there. */
    static Compare unchanged(ByteString key, long revision) {
        return Compare.newBuilder()
                .setKey(key)
                .setTarget(Compare.CompareTarget.MOD)
                .setResult(Compare.CompareResult.EQUAL)
                .setModRevision(revision)
                .build();
    }

    static RequestOp put(ByteString key, ByteString value) {
        return RequestOp.newBuilder()
                .setRequestPut(PutRequest.newBuilder().setKey(key).setValue(value))
                .build();
    }

    static RequestOp delete(ByteString key) {
        return RequestOp.newBuilder()
                .setRequestDeleteRange(DeleteRangeRequest.newBuilder().setKey(key))
                .build();
    }

    static RequestOp get(ByteString key) {
        return op(range(key).build());
    }

    static RequestOp op(RangeRequest range) {
        return RequestOp.newBuilder().setRequestRange(range).build();
    }

    static RangeRequest.Builder range(ByteString key) {
        return RangeRequest.newBuilder().setKey(key);
    }

    /**
     * Returns a request for what was written last under keys that begin so, newest first.
     *
     * @param upTo nothing that was written after this revision; 0 for everything
     */
    static RangeRequest newest(ByteString prefix, int limit, long upTo) {
        return range(prefix)
                .setRangeEnd(EtcdKeys.end(prefix))
                .setLimit(limit)
                .setMaxModRevision(upTo)
                .setSortTarget(RangeRequest.SortTarget.MOD)
                .setSortOrder(RangeRequest.SortOrder.DESCEND)
                .build();
    }
}
