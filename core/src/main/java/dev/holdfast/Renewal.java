package dev.holdfast;

import dev.holdfast.rules.Draft;
import dev.holdfast.rules.Hold;
import java.util.Optional;

/**
 * What came of a sign of life.
 *
 * @param hold as it is then; empty if it is lost, and {@link Locks#loss} tells why
 * @param draft as it is kept then, if one was sent. A text that comes after the hold was lost is kept too; one that comes after
 *     the hold was given back is not, since it may have been submitted
 */
public record Renewal(Optional<Hold> hold, Optional<Draft> draft) {}
