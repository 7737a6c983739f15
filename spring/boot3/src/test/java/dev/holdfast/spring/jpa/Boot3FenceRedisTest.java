package dev.holdfast.spring.jpa;

import dev.holdfast.check.LongTest;

/** The same on Spring Boot 3.5. */
@LongTest("runs on Spring Boot 4 in every check; Boot3JpaLockTest covers 3.5")
class Boot3FenceRedisTest extends FenceRedisTest {}
