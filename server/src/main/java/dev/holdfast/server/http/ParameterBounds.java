package dev.holdfast.server.http;

import dev.holdfast.internal.base.Bounds;
import dev.holdfast.internal.base.ResourceName;
import java.util.Map;

/**
 * The longest texts that a client may send outside of a body, by the name of the parameter or header. The description states the
 * same numbers, and a test compares the two. Texts of the path are checked where they are read, as the names and receipts that they
 * are.
 */
final class ParameterBounds {
    private static final Map<String, Integer> QUERY = Map.of(
            "prefix", ResourceName.MAX_BYTES,
            "after", ResourceName.MAX_BYTES,
            "resource", ResourceName.MAX_BYTES,
            "names", Bounds.NAMED,
            "q", Bounds.PERSON,
            "holder", Bounds.PERSON,
            "owner", Bounds.PERSON,
            "user", Bounds.PERSON,
            "author", Bounds.PERSON);

    private ParameterBounds() {}

    /** Throws a {@link Problem} if a parameter of the query is too long. One that no call knows is ignored. */
    static void requireParameter(String name, String value) {
        require("'" + name + "'", value, QUERY.getOrDefault(name, Integer.MAX_VALUE));
    }

    /** Throws a {@link Problem} if a header is too long. */
    static void requireHeader(String name, String value) {
        require(name, value, Bounds.HEADER);
    }

    private static void require(String what, String value, int longest) {
        if (value.length() > longest) {
            throw Problem.invalid(what + " must have at most " + longest + " characters, not " + value.length() + ".");
        }
    }
}
