package dev.holdfast.bench.contender;

import dev.holdfast.internal.base.Encryption;
import dev.holdfast.internal.base.StoreAddress;
import io.etcd.jetcd.ByteSequence;
import io.etcd.jetcd.Client;
import io.etcd.jetcd.ClientBuilder;
import io.etcd.jetcd.lease.LeaseKeepAliveResponse;
import io.grpc.stub.StreamObserver;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;

/** The location of etcd, taken from the address of a store on it. */
record EtcdAt(StoreAddress at) {
    static EtcdAt parse(String address) {
        return new EtcdAt(StoreAddress.parse(address, 2379, "It is the address of etcd."));
    }

    Client connect() {
        ClientBuilder client = Client.builder()
                .endpoints(at.hosts().stream().map(host -> "http://" + host).toArray(String[]::new));
        if (!at.user().isEmpty()) {
            client.user(bytes(at.user()))
                    .password(bytes(at.password(Encryption.NONE, "run the server on this machine")));
        }
        return client.build();
    }

    /** Grants a lease and keeps it alive until its client is closed. */
    static long lease(Client client) throws Exception {
        long id = client.getLeaseClient()
                .grant(Contender.LEASE.toSeconds())
                .get(Contender.PATIENCE.toSeconds(), TimeUnit.SECONDS)
                .getID();
        client.getLeaseClient().keepAlive(id, new Deaf());
        return id;
    }

    static ByteSequence bytes(String text) {
        return ByteSequence.from(text, StandardCharsets.UTF_8);
    }

    private static final class Deaf implements StreamObserver<LeaseKeepAliveResponse> {
        @Override
        public void onNext(LeaseKeepAliveResponse value) {}

        @Override
        public void onError(Throwable t) {}

        @Override
        public void onCompleted() {}
    }
}
