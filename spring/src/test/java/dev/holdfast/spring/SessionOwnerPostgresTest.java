package dev.holdfast.spring;

import org.junit.jupiter.api.BeforeAll;

/** With the locks in the application's database. */
class SessionOwnerPostgresTest extends SessionOwnerContract {
    @BeforeAll
    static void start() {
        start(Postgres.fresh());
    }
}
