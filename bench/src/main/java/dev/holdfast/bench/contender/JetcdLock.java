package dev.holdfast.bench.contender;

import io.etcd.jetcd.ByteSequence;
import io.etcd.jetcd.Client;
import io.etcd.jetcd.lock.LockResponse;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/** jetcd's lock: etcd's own lock service. A lease is the owner there, so each thread has one. */
final class JetcdLock implements Contender {
    /** The service always waits; a caller that waits longer than this counts as refused. */
    private static final long REFUSED_AFTER_MILLIS = 2_000;

    private final Client client;

    JetcdLock(String address) {
        client = EtcdAt.parse(address).connect();
    }

    @Override
    public Lock exclusive(String name) throws Exception {
        return new Leased(EtcdAt.bytes("jetcd/" + name), EtcdAt.lease(client));
    }

    @Override
    public void close() {
        client.close();
    }

    private final class Leased implements Lock {
        private final ByteSequence name;
        private long lease;
        private @Nullable ByteSequence key;

        Leased(ByteSequence name, long lease) {
            this.name = name;
            this.lease = lease;
        }

        @Override
        public boolean tryTake() throws Exception {
            CompletableFuture<LockResponse> granted = client.getLockClient().lock(name, lease);
            try {
                key = granted.get(REFUSED_AFTER_MILLIS, TimeUnit.MILLISECONDS).getKey();
                return true;
            } catch (TimeoutException e) {
                // It would be granted later, without a holder.
                client.getLeaseClient().revoke(lease).get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
                lease = EtcdAt.lease(client);
                return false;
            }
        }

        @Override
        public void take() throws Exception {
            key = client.getLockClient()
                    .lock(name, lease)
                    .get(PATIENCE.toSeconds(), TimeUnit.SECONDS)
                    .getKey();
        }

        @Override
        public void release() throws Exception {
            if (key != null) {
                client.getLockClient().unlock(key).get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
            }
        }
    }
}
