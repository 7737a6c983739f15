package dev.holdfast.spring;

import org.junit.jupiter.api.BeforeAll;

/** With the locks in Redis. */
class SessionOwnerRedisTest extends SessionOwnerContract {
    @BeforeAll
    static void start() {
        start(Redis.fresh(), "spring.datasource.url=jdbc:h2:mem:unused");
    }
}
