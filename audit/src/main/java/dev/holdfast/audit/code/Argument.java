package dev.holdfast.audit.code;

import java.util.Set;

/**
 * An argument of a call.
 *
 * @param text the source, cut if it is long
 * @param type the declared type, as far as it is known
 * @param string the value of a string, with {@code ?} for unknown parts; else empty
 * @param names the variables, fields and methods in it
 * @param literal whether it is a plain literal
 */
public record Argument(String text, TypeName type, String string, Set<String> names, boolean literal) {
    public Argument {
        names = Set.copyOf(names);
    }
}
