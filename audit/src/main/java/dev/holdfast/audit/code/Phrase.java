package dev.holdfast.audit.code;

import dev.holdfast.audit.base.Place;

/**
 * A text that looks like SQL or JPQL.
 *
 * @param text with {@code ?} for what is not known
 * @param named whether it is a field that is used here, and written elsewhere
 */
public record Phrase(String text, boolean named, Place place) implements Step {}
