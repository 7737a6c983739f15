package dev.holdfast.spring.jpa;

import org.junit.jupiter.api.BeforeAll;

/** With the locks in the same database. */
class SharedVersionPostgresTest extends SharedVersionContract {
    @BeforeAll
    static void start() {
        startWith();
    }
}
