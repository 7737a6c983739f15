package dev.holdfast.store.file.sidecar;

import dev.holdfast.rules.Hold;
import dev.holdfast.rules.Lease;
import dev.holdfast.rules.Mode;
import dev.holdfast.rules.Owner;
import dev.holdfast.rules.Stamp;
import java.time.Instant;
import java.util.List;

/**
 * An entry that another program made.
 *
 * @param owner who it names; {@code unknown} if that cannot be told
 * @param since when it was made, by its own word or by the file's time
 */
public record Shown(String tag, Owner owner, Instant since, String note) {
    public static final Owner UNKNOWN = Owner.of("unknown");

    /** The hold it stands for, granted by the change that records it. */
    Hold hold() {
        return hold(Stamp.VERSION);
    }

    Hold hold(long fence) {
        return new Hold(List.of(), owner, Mode.EXCLUSIVE, fence, since, since, since, Lease.NONE, note, "", true);
    }
}
