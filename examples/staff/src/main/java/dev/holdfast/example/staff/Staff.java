package dev.holdfast.example.staff;

import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

/** Lets the staff sign in, and shows times as they read them: an application imports it. The scripts {@code api.js} and {@code parts.js} come with it. */
@Configuration(proxyBeanMethods = false)
@Import({Security.class, SignIn.class, Times.class})
public class Staff {}
