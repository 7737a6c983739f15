package dev.holdfast;

import dev.holdfast.rules.Draft;
import dev.holdfast.rules.Hold;
import java.util.Optional;

/**
 * The result of a heartbeat.
 *
 * @param hold as it is then; empty if it is lost, and {@link Locks#loss} returns the reason
 * @param draft as it is kept then, if one was sent. A text that comes after the hold was lost is kept too. One that comes after
 *     the hold was released is not, since it may have been submitted
 */
public record Renewal(Optional<Hold> hold, Optional<Draft> draft) {}
