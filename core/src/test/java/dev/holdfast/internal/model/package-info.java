/**
 * The explored model of a client: every order of events in small settings, where each try is made by the manager's own
 * {@code Plan}, {@code EvidenceSource}, {@code Snapshot} and {@code Settler}, on a view of the store that may be out of date.
 *
 * <p>A step is one atomic event: a try with its answer, a lost answer, a late change, a crash, a tick of the clock, a force
 * release or the end of an owner. Tries by different callers happen in every order. Planning and applying are one step, since
 * a plan depends on nothing but the view that its caller already has.
 */
package dev.holdfast.internal.model;
