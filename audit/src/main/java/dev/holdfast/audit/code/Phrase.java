package dev.holdfast.audit.code;

import dev.holdfast.audit.base.Place;

/**
 * A text that looks like SQL or JPQL.
 *
 * @param text the text, with {@code ?} for unknown parts
 * @param named whether it is a field that is defined elsewhere
 */
public record Phrase(String text, boolean named, Place place) implements Step {}
