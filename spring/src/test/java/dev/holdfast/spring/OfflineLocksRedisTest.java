package dev.holdfast.spring;

import org.junit.jupiter.api.BeforeAll;

/** In Redis. */
class OfflineLocksRedisTest extends OfflineLocksContract {
    @BeforeAll
    static void start() {
        start(Redis.fresh(), "spring.datasource.url=jdbc:h2:mem:unused");
    }
}
