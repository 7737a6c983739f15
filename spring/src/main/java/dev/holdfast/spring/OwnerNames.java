package dev.holdfast.spring;

import java.security.Principal;

/** Returns the name of a signed-in user that others see. An application with full names defines a bean of this type. */
@FunctionalInterface
public interface OwnerNames {
    /** Returns the name of a signed-in user for other people. */
    String nameOf(Principal principal);
}
