package dev.holdfast.spring;

/** The same on Spring Boot 3.5. */
class Boot3TestedVersionsTest extends TestedVersionsTest {}
