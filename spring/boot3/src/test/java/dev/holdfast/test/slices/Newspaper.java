package dev.holdfast.test.slices;

import org.springframework.boot.autoconfigure.SpringBootApplication;

/** An application on Spring Boot 3.5. */
@SpringBootApplication
public class Newspaper {}
