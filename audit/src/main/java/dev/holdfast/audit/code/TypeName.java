package dev.holdfast.audit.code;

import java.util.List;

/**
 * A type as it is written, without its package.
 *
 * @param simple {@code Map}; empty if it is not known
 * @param arguments what stands in its angle brackets
 */
public record TypeName(String simple, List<TypeName> arguments) {
    public static final TypeName UNKNOWN = new TypeName("", List.of());

    public TypeName {
        arguments = List.copyOf(arguments);
    }

    /** One without arguments. */
    public static TypeName named(String simple) {
        return new TypeName(simple, List.of());
    }

    public boolean known() {
        return !simple.isEmpty();
    }

    /** The argument in that place, or an unknown type. */
    public TypeName argument(int index) {
        return index < arguments.size() ? arguments.get(index) : UNKNOWN;
    }
}
