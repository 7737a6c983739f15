package dev.holdfast.cli.acquire;

import dev.holdfast.HistoryEntry;
import dev.holdfast.Hold;
import dev.holdfast.LockAdmin.HistoryQuery;
import dev.holdfast.LockEvent;
import dev.holdfast.LockManager;
import dev.holdfast.Loss;
import dev.holdfast.NotPermittedException;
import dev.holdfast.Owner;
import dev.holdfast.StoreException;
import dev.holdfast.cli.context.CommandContext;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/** Finds out from the history why an owner does not hold a resource any more, where no receipt is at hand. */
public final class LostHolds {
    private static final int MAX_EVENTS = 200;
    private static final long NO_FENCE = -1;
    private static final Duration REMEMBERED = Duration.ofDays(1);

    private LostHolds() {}

    /** Returns the loss, if the last hold of that owner ended against its will within the last day. */
    public static Optional<Loss> of(LockManager manager, String resource, Owner owner) {
        return before(manager, resource, owner, NO_FENCE);
    }

    /**
     * Tells the owner of a new hold that an earlier one was lost: what was done meanwhile may be the work of others. A store
     * that cannot be asked any more changes nothing about the new hold.
     */
    static void tell(CommandContext context, String resource, Hold hold) {
        if (hold.entries().size() > 1) {
            return; // it was held already
        }
        try {
            before(context.manager(), resource, hold.owner(), hold.fence())
                    .ifPresent(loss -> context.say("holdfast: Before that it was yours. " + loss.sentence()));
        } catch (StoreException e) {
            return;
        }
    }

    private static Optional<Loss> before(LockManager manager, String resource, Owner owner, long fence) {
        try {
            return manager.admin().history(new HistoryQuery(resource, owner.id(), MAX_EVENTS)).stream()
                    .filter(past -> past.event().resource().equals(resource))
                    .filter(past -> past.event().hold().fence() != fence)
                    .findFirst()
                    .filter(past -> past.event().kind().against())
                    .filter(past -> past.at().isAfter(Instant.now().minus(REMEMBERED)))
                    .map(LostHolds::loss);
        } catch (NotPermittedException e) {
            return Optional.empty(); // a server shows its history to some
        }
    }

    private static Loss loss(HistoryEntry past) {
        LockEvent event = past.event();
        return new Loss(
                event.resource(),
                Optional.of(new Loss.Ending(
                        event.resource(),
                        event.kind(),
                        event.hold().owner(),
                        event.hold().fence(),
                        event.actor(),
                        event.reason(),
                        past.at())));
    }
}
