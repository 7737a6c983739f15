package dev.holdfast;

import dev.holdfast.rules.Owner;
import dev.holdfast.rules.Policies;
import java.time.InstantSource;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The options of a manager. Immutable; each method returns a changed copy.
 *
 * @param policies the policies by resource, or null for the preset of the store
 * @param owner the owner for requests that name none; it may enter its own holds again. Null for an owner made for each
 *     request, bound to this process: threads of one program then exclude each other
 * @param wall the wall clock of this machine, and of stores without one of their own
 * @param nanos the monotonic clock of this machine
 */
public record ManagerOptions(
        @Nullable Policies policies, @Nullable Owner owner, InstantSource wall, LongSupplier nanos) {
    public static final ManagerOptions USUAL = new ManagerOptions(null, null, InstantSource.system(), System::nanoTime);

    public ManagerOptions policies(Policies newPolicies) {
        return new ManagerOptions(newPolicies, owner, wall, nanos);
    }

    public ManagerOptions owner(Owner newOwner) {
        return new ManagerOptions(policies, newOwner, wall, nanos);
    }

    /** Returns a copy with other clocks, for tests. */
    public ManagerOptions clocks(InstantSource newWall, LongSupplier newNanos) {
        return new ManagerOptions(policies, owner, newWall, newNanos);
    }
}
