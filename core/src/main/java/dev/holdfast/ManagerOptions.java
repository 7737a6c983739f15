package dev.holdfast;

import java.time.InstantSource;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** The options of a manager. Immutable; each method with an argument returns a changed copy. */
public final class ManagerOptions {
    /** The default policies and owner, and the clocks of this machine. */
    public static final ManagerOptions DEFAULT =
            new ManagerOptions(null, null, InstantSource.system(), System::nanoTime);

    private final @Nullable Policies policies;
    private final @Nullable Owner owner;
    private final InstantSource wall;
    private final LongSupplier nanos;

    private ManagerOptions(@Nullable Policies policies, @Nullable Owner owner, InstantSource wall, LongSupplier nanos) {
        this.policies = policies;
        this.owner = owner;
        this.wall = wall;
        this.nanos = nanos;
    }

    /** Returns a copy with other policies. */
    public ManagerOptions policies(Policies newPolicies) {
        return new ManagerOptions(newPolicies, owner, wall, nanos);
    }

    /**
     * Returns a copy with the owner of requests that name none. It enters its own holds again: threads of the manager do not
     * exclude each other, nor do other managers with the same owner.
     */
    public ManagerOptions owner(Owner newOwner) {
        return new ManagerOptions(policies, newOwner, wall, nanos);
    }

    /** Returns a copy with other clocks, for tests. */
    public ManagerOptions clocks(InstantSource newWall, LongSupplier newNanos) {
        return new ManagerOptions(policies, owner, newWall, newNanos);
    }

    /** Returns the policies by resource, or null for the preset of the store. */
    public @Nullable Policies policies() {
        return policies;
    }

    /**
     * Returns the owner of requests that name none. Null for an owner made for each request, bound to this process: threads of
     * one program then exclude each other.
     */
    public @Nullable Owner owner() {
        return owner;
    }

    /** Returns the wall clock of this machine, and of stores without one of their own. */
    public InstantSource wall() {
        return wall;
    }

    /** Returns the monotonic clock of this machine. */
    public LongSupplier nanos() {
        return nanos;
    }
}
