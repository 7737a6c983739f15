package dev.holdfast.example.underwriting;

import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.security.autoconfigure.UserDetailsServiceAutoConfiguration;

/** The application; {@code application.properties} says all about its locks. */
@SpringBootApplication(exclude = UserDetailsServiceAutoConfiguration.class) // there are no passwords here
public class Underwriting {}
