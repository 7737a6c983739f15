package dev.holdfast.test.guide;

import org.springframework.boot.autoconfigure.SpringBootApplication;

/** The application. */
@SpringBootApplication
public class Underwriting {}
