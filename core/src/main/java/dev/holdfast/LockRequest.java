package dev.holdfast;

import dev.holdfast.rules.Bounds;
import dev.holdfast.rules.Mode;
import dev.holdfast.rules.Owner;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * A request to acquire one resource or several, all or none. Immutable; each method returns a changed copy.
 *
 * @param resources in the one canonical order
 * @param owner the owner, which may enter its own hold again. Null for the owner that the manager was given or, if it was given
 *     none, for an owner made for this request alone, which excludes every other request
 * @param patience the maximum time to wait for a lock that is not free; zero does not wait
 * @param ttl how long the hold lasts without a heartbeat, or null for the time of the policy
 * @param takeover the reason for taking it from its holder, or null
 * @param receipt a receipt that the caller made beforehand, so that it may retry; or null
 */
public record LockRequest(
        List<String> resources,
        Mode mode,
        @Nullable Owner owner,
        Duration patience,
        @Nullable Duration ttl,
        String note,
        @Nullable String takeover,
        @Nullable Receipt receipt) {
    /** The longest wait that can be asked for. */
    public static final Duration LONGEST_WAIT = Duration.ofHours(24);

    public LockRequest {
        resources = resources.size() == 1 ? List.copyOf(resources) : List.copyOf(new TreeSet<>(resources));
        if (resources.isEmpty()) {
            throw new IllegalArgumentException("Name at least one resource to acquire.");
        }
        for (String resource : resources) {
            ResourceName.requireNew(resource);
        }
        if (patience.isNegative() || patience.compareTo(LONGEST_WAIT) > 0) {
            throw new IllegalArgumentException("A request can wait from zero to " + LONGEST_WAIT.toHours()
                    + " hours: choose a time in that range.");
        }
        Bounds.text("A note", note, Bounds.NOTE);
        if (takeover != null) {
            Bounds.text("The reason for a takeover", takeover, Bounds.REASON);
        }
        if (ttl != null) {
            Bounds.ttl(ttl);
        }
        if (owner != null) {
            require(owner);
        }
        if (receipt != null && !resources.contains(receipt.resource())) {
            throw new IllegalArgumentException("The " + receipt + " does not belong to this request.");
        }
    }

    private static void require(Owner owner) {
        Bounds.text("An owner's id", owner.id(), Bounds.PERSON);
        Bounds.text("A user", owner.user(), Bounds.PERSON);
        ResourceName.requireComposed("An owner's name", owner.name());
        Bounds.processes(owner.processes());
    }

    public static LockRequest of(String... resources) {
        return of(List.of(resources));
    }

    public static LockRequest of(Collection<String> resources) {
        return new LockRequest(List.copyOf(resources), Mode.EXCLUSIVE, null, Duration.ZERO, null, "", null, null);
    }

    public LockRequest mode(Mode newMode) {
        return new LockRequest(resources, newMode, owner, patience, ttl, note, takeover, receipt);
    }

    public LockRequest owner(Owner newOwner) {
        return new LockRequest(resources, mode, newOwner, patience, ttl, note, takeover, receipt);
    }

    /** Returns a copy that waits up to that time for a lock that is not free. */
    public LockRequest waiting(Duration longest) {
        return new LockRequest(resources, mode, owner, longest, ttl, note, takeover, receipt);
    }

    public LockRequest ttl(Duration newTtl) {
        return new LockRequest(resources, mode, owner, patience, newTtl, note, takeover, receipt);
    }

    public LockRequest note(String newNote) {
        return new LockRequest(resources, mode, owner, patience, ttl, newNote, takeover, receipt);
    }

    /** Returns a copy that takes the lock from its holder, for that reason. */
    public LockRequest takeover(String reason) {
        return new LockRequest(resources, mode, owner, patience, ttl, note, reason, receipt);
    }

    /** Returns a copy with a receipt made beforehand. If an answer is lost, a second request with it finds the first grant. */
    public LockRequest receipt(Receipt made) {
        return new LockRequest(resources, mode, owner, patience, ttl, note, takeover, made);
    }
}
