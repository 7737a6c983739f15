package dev.holdfast.testkit;

/**
 * The conformance suite of {@link dev.holdfast.spi.LockStore}: a store is one if a subclass passes. Nothing in it can be
 * switched off. The test of a store with a change feed implements {@link WatchContract} too; forgetting that fails.
 *
 * <pre>{@code
 * class MyStoreContractTest extends LockStoreContract {
 *     @TempDir Path folder;
 *
 *     @Override
 *     protected LockStore open(InstantSource clock) {
 *         return MyStore.open(folder.resolve("locks"), clock);
 *     }
 * }
 * }</pre>
 *
 * Tests tagged {@code safety} guard what mutual exclusion and fences rest on.
 */
public abstract class LockStoreContract extends OwnClockStoreContract implements ClockContract {}
