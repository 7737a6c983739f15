package dev.holdfast.store.etcd;

import com.google.protobuf.ByteString;
import io.etcd.jetcd.api.AuthEnableRequest;
import io.etcd.jetcd.api.AuthGrpc;
import io.etcd.jetcd.api.AuthRoleAddRequest;
import io.etcd.jetcd.api.AuthRoleGrantPermissionRequest;
import io.etcd.jetcd.api.AuthUserAddRequest;
import io.etcd.jetcd.api.AuthUserGrantRoleRequest;
import io.etcd.jetcd.api.CompactionRequest;
import io.etcd.jetcd.api.KVGrpc;
import io.etcd.jetcd.api.Permission;
import io.etcd.jetcd.api.PutRequest;
import io.etcd.jetcd.api.RangeResponse;

/** Whoever looks after an etcd, by its own calls. */
final class Admin implements AutoCloseable {
    private final EtcdClient client;

    Admin(String address) {
        client = new EtcdClient(EtcdAddress.parse(address));
    }

    void addUser(String name, String password, String role) {
        client.ask(
                AuthGrpc.getUserAddMethod(),
                AuthUserAddRequest.newBuilder()
                        .setName(name)
                        .setPassword(password)
                        .build());
        client.ask(
                AuthGrpc.getRoleAddMethod(),
                AuthRoleAddRequest.newBuilder().setName(role).build());
        client.ask(
                AuthGrpc.getUserGrantRoleMethod(),
                AuthUserGrantRoleRequest.newBuilder()
                        .setUser(name)
                        .setRole(role)
                        .build());
    }

    /** Allows a role to do that with all keys that begin so. */
    void permit(String role, Permission.Type what, String prefix) {
        ByteString from = ByteString.copyFromUtf8(prefix);
        client.ask(
                AuthGrpc.getRoleGrantPermissionMethod(),
                AuthRoleGrantPermissionRequest.newBuilder()
                        .setName(role)
                        .setPerm(Permission.newBuilder()
                                .setPermType(what)
                                .setKey(from)
                                .setRangeEnd(EtcdKeys.end(from)))
                        .build());
    }

    /** From now on everybody must log in. */
    void demandLogin() {
        client.ask(AuthGrpc.getAuthEnableMethod(), AuthEnableRequest.getDefaultInstance());
    }

    /** The number of the last change. */
    long revision() {
        RangeResponse any = client.ask(
                KVGrpc.getRangeMethod(),
                EtcdOps.range(ByteString.copyFromUtf8("any")).build());
        return any.getHeader().getRevision();
    }

    /** Forgets all states before the current ones. */
    void compact() {
        client.ask(
                KVGrpc.getCompactMethod(),
                CompactionRequest.newBuilder().setRevision(revision()).build());
    }

    void put(String key, String value) {
        client.ask(
                KVGrpc.getPutMethod(),
                PutRequest.newBuilder()
                        .setKey(ByteString.copyFromUtf8(key))
                        .setValue(ByteString.copyFromUtf8(value))
                        .build());
    }

    String get(String key) {
        return client.ask(
                        KVGrpc.getRangeMethod(),
                        EtcdOps.range(ByteString.copyFromUtf8(key)).build())
                .getKvs(0)
                .getValue()
                .toStringUtf8();
    }

    @Override
    public void close() {
        client.close();
    }
}
