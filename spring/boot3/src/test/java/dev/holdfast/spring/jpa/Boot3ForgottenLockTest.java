package dev.holdfast.spring.jpa;

/** The same on Spring Boot 3.5. */
class Boot3ForgottenLockTest extends ForgottenLockTest {}
