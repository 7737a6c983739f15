package dev.holdfast.store.file.sidecar;

import dev.holdfast.Hold;
import dev.holdfast.Lease;
import dev.holdfast.Mode;
import dev.holdfast.Owner;
import dev.holdfast.internal.base.Stamp;
import java.time.Instant;
import java.util.List;

/**
 * An entry that another program made.
 *
 * @param owner the owner it names; {@code unknown} if it names none
 * @param since when it was made, by its own text or by the file's time
 * @param seen the last heartbeat that it shows
 */
public record Shown(String tag, Owner owner, Instant since, Instant seen, Mode mode, String note) {
    public static final Owner UNKNOWN = Owner.UNKNOWN;

    public Shown(String tag, Owner owner, Instant since, String note) {
        this(tag, owner, since, since, Mode.EXCLUSIVE, note);
    }

    /** Returns this entry with no time later than that one: a clock that is wrong must not keep a lock for ever. */
    Shown notAfter(Instant now) {
        return new Shown(tag, owner, earlier(since, now), earlier(seen, now), mode, note);
    }

    private static Instant earlier(Instant a, Instant b) {
        return a.isBefore(b) ? a : b;
    }

    /** Returns the hold it stands for, granted by the change that records it. */
    Hold hold() {
        return hold(Stamp.VERSION);
    }

    Hold hold(long fence) {
        return new Hold(List.of(), owner, mode, fence, since, seen, seen, Lease.NONE, note, "", true);
    }
}
