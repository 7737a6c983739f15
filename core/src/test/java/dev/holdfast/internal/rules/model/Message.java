package dev.holdfast.internal.rules.model;

import dev.holdfast.internal.rules.LockState;
import java.util.List;
import java.util.function.Function;

/**
 * A group of changes on its way to the store, all or none. Without parts it is stale: it expects a version that is gone and
 * can never apply.
 *
 * @param attempt which of its client's attempts to acquire it belongs to
 * @param grants whether its client holds all it wanted once it is applied
 * @param settled whether its client made sure that it never can be applied
 */
record Message(Purpose kind, int attempt, boolean grants, boolean takeover, boolean settled, List<Part> parts) {

    /** What it is for. */
    enum Purpose {
        ACQUIRE,
        RELEASE,
        SETTLE
    }

    Message {
        parts = List.copyOf(parts);
    }

    Message(Purpose kind, int attempt, boolean grants, boolean takeover, List<Part> parts) {
        this(kind, attempt, grants, takeover, false, parts);
    }

    Message markedSettled() {
        return new Message(kind, attempt, grants, takeover, true, parts);
    }

    boolean stale() {
        return parts.isEmpty();
    }

    Message outdated() {
        return new Message(kind, attempt, false, false, List.of());
    }

    /** Only what it expected: all that its client has to remember of it to settle it. */
    Message expectation() {
        return new Message(
                kind,
                attempt,
                false,
                false,
                parts.stream().map(part -> part.with(LockState.FREE)).toList());
    }

    /** This message once the record of a resource got another version. */
    Message after(int resource) {
        for (Part part : parts) {
            if (part.resource() == resource && !part.absent()) {
                return outdated();
            }
        }
        return this;
    }

    boolean expectsAbsent(int resource) {
        return parts.stream().anyMatch(part -> part.resource() == resource && part.absent());
    }

    Message map(int resource, Function<LockState, LockState> change) {
        return new Message(
                kind,
                attempt,
                grants,
                takeover,
                settled,
                parts.stream()
                        .map(part -> part.resource() == resource ? part.with(change.apply(part.next())) : part)
                        .toList());
    }
}
