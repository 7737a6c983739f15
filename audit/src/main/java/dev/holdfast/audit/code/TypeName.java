package dev.holdfast.audit.code;

import java.util.List;

/**
 * The name of a type in the source, without its package.
 *
 * @param simple the simple name, such as {@code Map}; empty if unknown
 * @param arguments the type arguments
 */
public record TypeName(String simple, List<TypeName> arguments) {
    public static final TypeName UNKNOWN = new TypeName("", List.of());

    public TypeName {
        arguments = List.copyOf(arguments);
    }

    /** Returns a type without arguments. */
    public static TypeName named(String simple) {
        return new TypeName(simple, List.of());
    }

    public boolean known() {
        return !simple.isEmpty();
    }

    /** Returns a type argument, or an unknown type. */
    public TypeName argument(int index) {
        return index < arguments.size() ? arguments.get(index) : UNKNOWN;
    }
}
