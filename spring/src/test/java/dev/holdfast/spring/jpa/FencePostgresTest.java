package dev.holdfast.spring.jpa;

import org.junit.jupiter.api.BeforeAll;

/** With the locks in the same database. */
class FencePostgresTest extends FenceContract {
    @BeforeAll
    static void start() {
        startWith();
    }
}
