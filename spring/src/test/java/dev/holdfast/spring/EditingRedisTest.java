package dev.holdfast.spring;

import org.junit.jupiter.api.BeforeAll;

/** With the locks in Redis, and the data in PostgreSQL. */
class EditingRedisTest extends EditingContract {
    @BeforeAll
    static void begin() {
        start(Redis.fresh());
    }
}
