package dev.holdfast.store.file.project;

import dev.holdfast.Hold;
import dev.holdfast.HoldId;
import dev.holdfast.Lease;
import dev.holdfast.Mode;
import dev.holdfast.Owner;
import java.time.Instant;
import java.util.List;

/** Holds for tests. */
final class Holds {
    private Holds() {}

    static Hold of(String owner, Instant since, Instant seen) {
        return of(owner, Mode.EXCLUSIVE, since, seen, "");
    }

    static Hold of(String owner, Mode mode, Instant since, Instant seen, String note) {
        HoldId id = new HoldId(7, owner.hashCode());
        return new Hold(List.of(id), Owner.of(owner), mode, 1, since, since, seen, Lease.NONE, note, "", true);
    }
}
