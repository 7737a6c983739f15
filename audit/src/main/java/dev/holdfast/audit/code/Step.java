package dev.holdfast.audit.code;

import dev.holdfast.audit.base.Place;

/** Something that a method does, in the order in which it is written. */
public sealed interface Step permits Call, Phrase {
    Place place();
}
