package dev.holdfast.client;

import dev.holdfast.Locks;
import dev.holdfast.LocksProvider;
import java.util.Set;

/** Finds servers by addresses such as {@code https://locks.example.org}; the token is in the variable HOLDFAST_TOKEN. */
public final class HttpLocksProvider implements LocksProvider {
    @Override
    public Set<String> schemes() {
        return Set.of("http", "https");
    }

    @Override
    public Locks open(String address) {
        return new HttpLocks(new Connection(ServerAddress.parse(address), () -> System.getenv("HOLDFAST_TOKEN")));
    }
}
