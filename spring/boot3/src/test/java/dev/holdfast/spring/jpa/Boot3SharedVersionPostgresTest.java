package dev.holdfast.spring.jpa;

import dev.holdfast.check.LongTest;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** The same on Spring Boot 3.5. */
@LongTest("runs on Spring Boot 4 in every check; Boot3JpaLockTest covers 3.5")
class Boot3SharedVersionPostgresTest extends SharedVersionPostgresTest {
    @Override
    @Test
    @DisplayName("P13: sessions without a cache of entities cannot increase it with Hibernate 6, so they are refused")
    void statelessSession_increasesTheVersion() {
        statelessSession_isRefused();
    }
}
