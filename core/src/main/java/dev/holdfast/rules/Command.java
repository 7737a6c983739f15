package dev.holdfast.rules;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** What can be asked of one resource. */
public sealed interface Command {

    /**
     * Hold it.
     *
     * @param queue stand in line if it is not free
     * @param takeover take it from whoever holds it, or null
     */
    record Acquire(Claim claim, boolean queue, @Nullable Takeover takeover) implements Command {}

    /** The deliberate act of taking what another holds. */
    record Takeover(String actor, String reason) {}

    /**
     * Give a sign of life, and take up what was handed over.
     *
     * @param activity whether the person or program behind it did something, or only is there
     * @param rebind the processes it is bound to from now on; none unbinds; null leaves it
     * @param draft unfinished text to keep with it, or null
     */
    record Renew(
            HoldId entry,
            boolean activity,
            @Nullable List<ProcessId> rebind,
            @Nullable DraftText draft) implements Command {
        public Renew(HoldId entry, boolean activity, @Nullable List<ProcessId> rebind) {
            this(entry, activity, rebind, null);
        }
    }

    /**
     * Give back one entry; the hold ends with its last. Also leaves the line.
     *
     * @param submitted whose draft goes with it, since its work is done; or null
     */
    record Release(HoldId entry, @Nullable String submitted) implements Command {
        public Release(HoldId entry) {
            this(entry, null);
        }
    }

    /** Give back all that an owner has on the resource, its places in line too. */
    record ReleaseOwner(String owner) implements Command {}

    /**
     * End every hold, by somebody who does not hold it.
     *
     * @param as what it is called in the history
     */
    record Force(Notice.Kind as, String actor, String reason) implements Command {
        public Force(String actor, String reason) {
            this(Notice.Kind.FORCED, actor, reason);
        }
    }

    /** Take away what is over: ended holds, dead waiters, old marks. */
    record Tidy() implements Command {}

    /** Leave a mark so that a change that may still be on its way can never apply. */
    record Settle() implements Command {}
}
