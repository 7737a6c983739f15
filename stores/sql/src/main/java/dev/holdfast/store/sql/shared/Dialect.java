package dev.holdfast.store.sql.shared;

/**
 * The statements by which an engine finds records. Each but the last selects {@code name, version, stamp, body}, ordered by
 * name, with the stamp in microseconds since 1970; {@code :kind}, {@code :lower} (inclusive) and {@code :upper} (exclusive)
 * bound it and {@code :most} limits it.
 *
 * @param byName all within the bounds
 * @param byOwner those that may speak of {@code :fact}
 * @param byUser those that may speak of {@code :fact}
 * @param byDue those that may be due by {@code :fact}, in microseconds
 * @param history {@code version, stamp, groups} of commits with events before {@code :before}, newest first
 */
public record Dialect(NamedSql byName, NamedSql byOwner, NamedSql byUser, NamedSql byDue, NamedSql history) {}
