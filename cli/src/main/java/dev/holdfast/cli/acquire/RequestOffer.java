package dev.holdfast.cli.acquire;

import dev.holdfast.Refusal;
import dev.holdfast.cli.context.CommandContext;

/** Decides whether a refusal offers to ask the holder. */
public final class RequestOffer {
    private RequestOffer() {}

    /**
     * Returns whether the holder can be asked: the policy allows it, and Holdfast made the lock. Other programs, which write lock
     * files and directories themselves, show no requests. A server does not tell who made a lock.
     */
    public static boolean isPossible(CommandContext context, Refusal refusal) {
        if (refusal.reason() != Refusal.Reason.HELD) {
            return false;
        }
        boolean reachable = CommandContext.isServer(context.storeAddress())
                || refusal.holders().stream()
                        .anyMatch(judged -> !judged.hold().entries().isEmpty());
        return reachable
                && context.readOnlyManager()
                        .admin()
                        .policy(refusal.resource())
                        .requests()
                        .allowed();
    }
}
