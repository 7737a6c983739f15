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
 * What to acquire and how: one resource or several, all or none. Immutable; each method gives a changed copy.
 *
 * @param resources in the one canonical order
 * @param owner for whom; an owner may enter its own hold again. Null for the owner that the manager was given, or, if it was
 *     given none, for an owner made for this request alone, which excludes every other request
 * @param patience how long to wait for a busy one; zero is not at all
 * @param ttl how long the hold lasts without a sign of life, or null for what the policy says
 * @param takeover why it is taken from whoever holds it, or null
 * @param receipt made beforehand by a caller that may retry, or null
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
            throw new IllegalArgumentException(
                    "A wait is between zero and " + LONGEST_WAIT + ", not " + patience + ".");
        }
        Bounds.text("A note", note, Bounds.NOTE);
        if (takeover != null) {
            Bounds.text("The reason of a takeover", takeover, Bounds.REASON);
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

    /** Wait so long for a busy one. */
    public LockRequest waiting(Duration longest) {
        return new LockRequest(resources, mode, owner, longest, ttl, note, takeover, receipt);
    }

    public LockRequest ttl(Duration newTtl) {
        return new LockRequest(resources, mode, owner, patience, newTtl, note, takeover, receipt);
    }

    public LockRequest note(String newNote) {
        return new LockRequest(resources, mode, owner, patience, ttl, newNote, takeover, receipt);
    }

    /** Take it from whoever holds it, for that reason. */
    public LockRequest takeover(String reason) {
        return new LockRequest(resources, mode, owner, patience, ttl, note, reason, receipt);
    }

    /** Use a receipt made beforehand, so that asking again after a lost answer finds the grant of the first time. */
    public LockRequest receipt(Receipt made) {
        return new LockRequest(resources, mode, owner, patience, ttl, note, takeover, made);
    }
}
