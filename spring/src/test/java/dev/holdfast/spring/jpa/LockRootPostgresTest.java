package dev.holdfast.spring.jpa;

import org.junit.jupiter.api.BeforeAll;

/** With the locks in the same database. */
class LockRootPostgresTest extends LockRootContract {
    @BeforeAll
    static void start() {
        startWith();
    }
}
