package dev.holdfast.spring.guide;

import org.springframework.boot.autoconfigure.SpringBootApplication;

/** The application. */
@SpringBootApplication
public class Underwriting {}
