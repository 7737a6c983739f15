package dev.holdfast.store.redis;

import java.util.concurrent.atomic.AtomicInteger;

/** Addresses of places that nobody has used yet. */
final class RedisServers {
    private static final AtomicInteger PLACES = new AtomicInteger();

    private RedisServers() {}

    static String newPlace(String address) {
        return address + (address.indexOf('?') < 0 ? '?' : '&') + "prefix=test-" + PLACES.incrementAndGet();
    }
}
