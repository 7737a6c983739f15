package dev.holdfast.audit.code;

import dev.holdfast.audit.base.Place;

/** A step of a method, in the order of the source. */
public sealed interface Step permits Call, Phrase {
    Place place();
}
