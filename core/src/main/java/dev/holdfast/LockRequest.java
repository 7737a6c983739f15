package dev.holdfast;

import dev.holdfast.internal.base.Bounds;
import dev.holdfast.internal.base.ResourceName;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A request to acquire one resource or several, all or none. Immutable; each method with an argument returns a changed copy. */
public final class LockRequest {
    /** The longest wait that can be asked for. */
    public static final Duration MAX_TIMEOUT = Duration.ofHours(24);

    private final List<String> resources;
    private final Mode mode;
    private final @Nullable Owner owner;
    private final Duration timeout;
    private final @Nullable Duration ttl;
    private final @Nullable Lease lease;
    private final String note;
    private final @Nullable String takeover;
    private final @Nullable Receipt receipt;
    private final String type;

    private LockRequest(
            List<String> names,
            Mode mode,
            @Nullable Owner owner,
            Duration timeout,
            @Nullable Duration ttl,
            @Nullable Lease lease,
            String note,
            @Nullable String takeover,
            @Nullable Receipt receipt,
            String type) {
        this.resources = names.size() == 1 ? List.copyOf(names) : List.copyOf(new TreeSet<>(names));
        this.mode = mode;
        this.owner = owner;
        this.timeout = timeout;
        this.ttl = ttl;
        this.lease = lease;
        this.note = note;
        this.takeover = takeover;
        this.receipt = receipt;
        this.type = type;
        if (resources.isEmpty()) {
            throw new IllegalArgumentException("Name at least one resource to acquire.");
        }
        for (String resource : resources) {
            ResourceName.requireNew(resource);
        }
        if (timeout.isNegative() || timeout.compareTo(MAX_TIMEOUT) > 0) {
            throw new IllegalArgumentException("A request can wait from zero to " + MAX_TIMEOUT.toHours()
                    + " hours: choose a time in that range.");
        }
        Bounds.text("A note", note, Bounds.NOTE);
        if (takeover != null) {
            Bounds.text("The reason for a takeover", takeover, Bounds.REASON);
        }
        Bounds.type(type);
        if (ttl != null) {
            Bounds.ttl(ttl);
        }
        if (lease != null) {
            Stream.of(lease.absolute(), lease.idle(), lease.grace())
                    .flatMap(Stream::ofNullable)
                    .forEach(Bounds::ttl);
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
        ProcessId.requireBounded(owner.processes());
    }

    /** Returns a request for exclusive locks on these resources, all or none, without waiting. */
    public static LockRequest of(String... resources) {
        return of(List.of(resources));
    }

    /** Returns a request for exclusive locks on these resources, all or none, without waiting. */
    public static LockRequest of(Collection<String> resources) {
        return new LockRequest(
                List.copyOf(resources), Mode.EXCLUSIVE, null, Duration.ZERO, null, null, "", null, null, "");
    }

    /** Returns the resources, in the one canonical order. */
    public List<String> resources() {
        return resources;
    }

    /** Returns the mode, which is exclusive by default. */
    public Mode mode() {
        return mode;
    }

    /**
     * Returns the owner, which may enter its own hold again. Null for the owner that the manager was given or, if it was given
     * none, for an owner made for this request alone, which excludes every other request.
     */
    public @Nullable Owner owner() {
        return owner;
    }

    /** Returns the maximum time to wait for a lock that is not free; zero does not wait. */
    public Duration timeout() {
        return timeout;
    }

    /** Returns how long the hold lasts without a heartbeat, or null for the time of the policy. */
    public @Nullable Duration ttl() {
        return ttl;
    }

    /** Returns the lease in place of the policy's, or null. */
    public @Nullable Lease lease() {
        return lease;
    }

    /** Returns the note that others see, which may be empty. */
    public String note() {
        return note;
    }

    /** Returns the reason for taking it from its holder, or null. */
    public @Nullable String takeover() {
        return takeover;
    }

    /** Returns a receipt that the caller made beforehand, so that it may retry; or null. */
    public @Nullable Receipt receipt() {
        return receipt;
    }

    /** Returns the lock type that reports show, or an empty text for one that follows from the mode. */
    public String type() {
        return type;
    }

    /** Returns a copy with another mode. */
    public LockRequest mode(Mode newMode) {
        return new LockRequest(resources, newMode, owner, timeout, ttl, lease, note, takeover, receipt, type);
    }

    /** Returns a copy for that owner. */
    public LockRequest owner(Owner newOwner) {
        return new LockRequest(resources, mode, newOwner, timeout, ttl, lease, note, takeover, receipt, type);
    }

    /** Returns a copy that waits up to that time for a lock that is not free. */
    public LockRequest timeout(Duration newTimeout) {
        return new LockRequest(resources, mode, owner, newTimeout, ttl, lease, note, takeover, receipt, type);
    }

    /** Returns a copy whose lease is at most that long. */
    public LockRequest ttl(Duration newTtl) {
        return new LockRequest(resources, mode, owner, timeout, newTtl, lease, note, takeover, receipt, type);
    }

    /**
     * Returns a copy whose hold has that lease in place of the policy's. It is for tools whose holders send no heartbeats: a hold
     * without a grace of its own is not suspect for being silent. A server takes no such request of its clients.
     */
    public LockRequest lease(Lease newLease) {
        return new LockRequest(resources, mode, owner, timeout, ttl, newLease, note, takeover, receipt, type);
    }

    /** Returns a copy with a note that others see. */
    public LockRequest note(String newNote) {
        return new LockRequest(resources, mode, owner, timeout, ttl, lease, newNote, takeover, receipt, type);
    }

    /** Returns a copy that takes the lock from its holder, for that reason. */
    public LockRequest takeover(String reason) {
        return new LockRequest(resources, mode, owner, timeout, ttl, lease, note, reason, receipt, type);
    }

    /** Returns a copy with a receipt made beforehand. If an answer is lost, a second request with it finds the first grant. */
    public LockRequest receipt(Receipt made) {
        return new LockRequest(resources, mode, owner, timeout, ttl, lease, note, takeover, made, type);
    }

    /**
     * Returns a copy whose hold has that lock type, such as {@code exclusive_read}, in the relation {@code app_lock} of SQL
     * stores. It is for people and reports: only the mode says which holds exclude each other.
     */
    public LockRequest type(String newType) {
        return new LockRequest(resources, mode, owner, timeout, ttl, lease, note, takeover, receipt, newType);
    }
}
