package dev.holdfast.spring;

import dev.holdfast.check.LongTest;

/** The same on Spring Boot 3.5. */
@LongTest("runs on Spring Boot 4 in every check; Boot3StoreChoiceTest and Boot3HttpTest cover 3.5")
class Boot3SpringSessionTest extends SpringSessionTest {}
