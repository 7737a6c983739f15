package dev.holdfast.bench.contender;

import dev.holdfast.internal.base.Encryption;
import dev.holdfast.internal.base.StoreAddress;
import io.lettuce.core.RedisURI;

/** The location of a Redis server, taken from the address of a store on it. */
public record RedisAt(String host, int port, String user, String password) {
    public static RedisAt parse(String address) {
        StoreAddress at = StoreAddress.parse(address, 6379, "It is the address of Redis.");
        return new RedisAt(
                at.hosts().get(0).host(),
                at.hosts().get(0).port(),
                at.user(),
                at.password(Encryption.NONE, "run the server on this machine"));
    }

    RedisURI uri() {
        RedisURI.Builder uri = RedisURI.builder().withHost(host).withPort(port);
        if (!user.isEmpty()) {
            uri.withAuthentication(user, password.toCharArray());
        } else if (!password.isEmpty()) {
            uri.withPassword(password.toCharArray());
        }
        return uri.build();
    }
}
