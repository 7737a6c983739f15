package dev.holdfast.spring.jpa;

import dev.holdfast.spring.Redis;
import org.junit.jupiter.api.BeforeAll;

/** With the locks in Redis. */
class SharedVersionRedisTest extends SharedVersionContract {
    @BeforeAll
    static void start() {
        startWith(Redis.fresh());
    }
}
