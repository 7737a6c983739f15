package dev.holdfast.spring;

import dev.holdfast.HandOverRequest;

/**
 * An event of the application: a request to hand over a lock was made or answered on this node, through {@code /locks/{id}/request}, {@code
 * /locks/{id}/answer} or {@link dev.holdfast.session.HandOvers}.
 *
 * @param request as it is then; its state says what happened
 */
public record HandOverEvent(HandOverRequest request) {}
