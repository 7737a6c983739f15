package dev.holdfast.bench.contender;

import dev.holdfast.internal.base.StoreAddress;
import java.util.stream.Collectors;

/** The location of ZooKeeper, taken from the address of a store on it. */
public record ZookeeperAt(String hosts) {
    public static ZookeeperAt parse(String address) {
        StoreAddress at = StoreAddress.parse(address, 2181, "It is the address of ZooKeeper.");
        return new ZookeeperAt(at.hosts().stream().map(Object::toString).collect(Collectors.joining(",")));
    }

    int sessionMillis() {
        return (int) Contender.LEASE.toMillis();
    }
}
