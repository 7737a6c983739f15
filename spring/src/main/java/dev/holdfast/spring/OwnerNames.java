package dev.holdfast.spring;

import java.security.Principal;

/** Says what others are shown of somebody who signed in. An application that knows full names has a bean of this type. */
@FunctionalInterface
public interface OwnerNames {
    String nameOf(Principal principal);
}
