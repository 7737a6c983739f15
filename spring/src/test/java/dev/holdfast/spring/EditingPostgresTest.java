package dev.holdfast.spring;

import org.junit.jupiter.api.BeforeAll;

/** With the locks in the application's own database. */
class EditingPostgresTest extends EditingContract {
    @BeforeAll
    static void begin() {
        start();
    }
}
