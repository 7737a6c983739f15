package dev.holdfast.session;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A version that all members of an aggregate share.
 *
 * @param value increases by one with every transaction that changes a member
 * @param modifiedBy who changed a member last, if known
 */
public record VersionRow(long id, long value, @Nullable String modifiedBy, Instant modified) {}
