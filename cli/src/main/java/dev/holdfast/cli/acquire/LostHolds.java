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
import java.util.Collection;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Finds out from the history why an owner does not hold a resource any more, where no receipt is at hand. */
public final class LostHolds {
    private static final int MAX_EVENTS = 200;
    private static final int MAX_PAGES = 10;
    private static final long NO_FENCE = -1;
    private static final Duration REMEMBERED = Duration.ofDays(1);

    private LostHolds() {}

    /** Returns the loss, if the last hold of that owner ended against its will within the last day. */
    public static Optional<Loss> of(LockManager manager, String resource, Owner owner) {
        return last(past(manager, resource, owner.id(), MAX_EVENTS), resource, NO_FENCE);
    }

    /**
     * Tells the owner of new holds which earlier ones were lost: what was done meanwhile may be the work of others. A store that
     * cannot be asked any more changes nothing about the new holds.
     *
     * @param holds by their resources
     */
    static void tell(CommandContext context, Map<String, Hold> holds) {
        try {
            before(context.manager(), holds)
                    .forEach(loss -> context.say("holdfast: Before that it was yours. " + loss.sentence()));
        } catch (StoreException e) {
            return;
        }
    }

    /** Returns the losses before those holds of one owner, with one question for all of them. */
    static List<Loss> before(LockManager manager, Map<String, Hold> holds) {
        Map<String, Hold> entered = new TreeMap<>(holds);
        entered.values().removeIf(hold -> hold.entries().size() > 1); // it was held already
        if (entered.isEmpty()) {
            return List.of();
        }
        String owner = entered.values().iterator().next().owner().id();
        int limit = Math.min(entered.size(), MAX_PAGES) * MAX_EVENTS;
        List<HistoryEntry> past = past(manager, commonPrefix(entered.keySet()), owner, limit);
        return entered.entrySet().stream()
                .flatMap(hold -> last(past, hold.getKey(), hold.getValue().fence()).stream())
                .toList();
    }

    private static String commonPrefix(Collection<String> names) {
        Iterator<String> each = names.iterator();
        String prefix = each.next();
        while (each.hasNext()) {
            String name = each.next();
            int same = 0;
            while (same < Math.min(prefix.length(), name.length()) && prefix.charAt(same) == name.charAt(same)) {
                same++;
            }
            prefix = prefix.substring(0, same);
        }
        // A half of a character is not the beginning of a name.
        boolean cut = !prefix.isEmpty() && Character.isHighSurrogate(prefix.charAt(prefix.length() - 1));
        return cut ? prefix.substring(0, prefix.length() - 1) : prefix;
    }

    /** Returns what happened to an owner, the newest first. */
    private static List<HistoryEntry> past(LockManager manager, String prefix, String owner, int limit) {
        try {
            return manager.admin().history(new HistoryQuery(prefix, owner, limit));
        } catch (NotPermittedException e) {
            return List.of(); // a server shows its history to some
        }
    }

    /** Returns the loss that was the last thing that happened to a resource before the hold with that fence. */
    private static Optional<Loss> last(List<HistoryEntry> past, String resource, long fence) {
        return past.stream()
                .filter(entry -> entry.event().resource().equals(resource))
                .filter(entry -> entry.event().hold().fence() != fence)
                .findFirst()
                .filter(entry -> entry.event().kind().against())
                .filter(entry -> entry.at().isAfter(Instant.now().minus(REMEMBERED)))
                .map(LostHolds::loss);
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
