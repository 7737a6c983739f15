package dev.holdfast.spring;

import dev.holdfast.check.LongTest;

/** The same on Spring Boot 3.5. */
@LongTest("runs on Spring Boot 4 in every check; Boot3LockedTest covers jobs on 3.5")
class Boot3JobOwnerTest extends JobOwnerTest {}
