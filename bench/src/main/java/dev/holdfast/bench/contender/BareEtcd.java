package dev.holdfast.bench.contender;

import io.etcd.jetcd.ByteSequence;
import io.etcd.jetcd.Client;
import io.etcd.jetcd.KV;
import io.etcd.jetcd.kv.TxnResponse;
import io.etcd.jetcd.op.Cmp;
import io.etcd.jetcd.op.CmpTarget;
import io.etcd.jetcd.op.Op;
import io.etcd.jetcd.options.DeleteOption;
import io.etcd.jetcd.options.PutOption;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/** The floor in etcd: a transaction that puts a key if it is absent, and one that deletes it if it is its own. */
final class BareEtcd implements Contender {
    private static final AtomicLong TOKENS = new AtomicLong();

    private final Client client;
    private final KV kv;
    private final PutOption leased;

    BareEtcd(String address) throws Exception {
        client = EtcdAt.parse(address).connect();
        kv = client.getKVClient();
        leased = PutOption.builder().withLeaseId(EtcdAt.lease(client)).build();
    }

    @Override
    public Lock exclusive(String name) {
        ByteSequence key = EtcdAt.bytes("bare/" + name);
        ByteSequence token = EtcdAt.bytes("token-" + TOKENS.incrementAndGet());
        Cmp absent = new Cmp(key, Cmp.Op.EQUAL, CmpTarget.version(0));
        Cmp own = new Cmp(key, Cmp.Op.EQUAL, CmpTarget.value(token));
        Op put = Op.put(key, token, leased);
        Op delete = Op.delete(key, DeleteOption.DEFAULT);
        return new Lock() {
            @Override
            public boolean tryTake() throws Exception {
                return commit(absent, put).isSucceeded();
            }

            @Override
            public void release() throws Exception {
                commit(own, delete);
            }
        };
    }

    private TxnResponse commit(Cmp condition, Op change) throws Exception {
        return kv.txn().If(condition).Then(change).commit().get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
    }

    @Override
    public void close() {
        client.close();
    }
}
