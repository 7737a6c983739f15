package dev.holdfast.audit.code;

import java.util.Set;

/**
 * What a call is given.
 *
 * @param text as it is written, the beginning of what is long
 * @param type what it is declared as, as far as that can be seen
 * @param string its value if it is a text, with {@code ?} for what is not known; else empty
 * @param names the variables, fields and methods that it is made of
 * @param literal whether it is a plain literal
 */
public record Argument(String text, TypeName type, String string, Set<String> names, boolean literal) {
    public Argument {
        names = Set.copyOf(names);
    }
}
