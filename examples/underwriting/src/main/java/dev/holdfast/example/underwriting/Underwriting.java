package dev.holdfast.example.underwriting;

import dev.holdfast.example.staff.Staff;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.security.autoconfigure.UserDetailsServiceAutoConfiguration;
import org.springframework.context.annotation.Import;

/** The application; {@code application.properties} says all about its locks. */
@SpringBootApplication(exclude = UserDetailsServiceAutoConfiguration.class) // there are no passwords here
@Import(Staff.class)
public class Underwriting {}
