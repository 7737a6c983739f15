/**
 * The explored model: every state that three owners can reach on one or two resources when they use the real rules through
 * the manager's protocol, over a store that may lose answers and deliver late.
 *
 * <p>Time and versions are abstract, which makes the states finite in number without a bound on depth. There is one moment,
 * {@link dev.holdfast.internal.rules.model.RulesWorld#NOW}; that time passes for one hold, ticket or mark is a step which moves its times
 * far back. A version is the current one, none, or one that can never be current again.
 */
package dev.holdfast.internal.rules.model;
