package dev.holdfast.server.protocol;

import dev.holdfast.LockManager;
import dev.holdfast.server.options.Quotas;

/**
 * The parts of a server that a protocol works with.
 *
 * @param settings its section of the configuration
 * @param locks the locks, as its callers may use them
 * @param manager the manager of the server: for its store and policies, not for locks
 * @param quotas what its callers may have; those for locks are kept by {@code locks}
 */
public record ProtocolContext(Settings settings, ToolLocks locks, LockManager manager, Quotas quotas) {}
