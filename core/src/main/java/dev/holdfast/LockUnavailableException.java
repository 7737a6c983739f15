package dev.holdfast;

import java.time.ZoneId;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Thrown when a lock is not granted: another owner holds it, or a limit forbids it. The message is a sentence for people.
 * Nothing was acquired.
 */
public final class LockUnavailableException extends HoldfastException {
    private static final long serialVersionUID = 1;

    private final transient List<Refusal> refusals;

    /** Makes an exception whose message has the sentence of each refusal. */
    public LockUnavailableException(List<Refusal> refusals) {
        super(
                refusals.stream()
                        .map(refusal -> refusal.sentence(ZoneId.systemDefault()))
                        .collect(Collectors.joining(" ")),
                null);
        this.refusals = List.copyOf(refusals);
    }

    /** Returns the refusals, one for each resource that was in the way. */
    public List<Refusal> refusals() {
        return refusals;
    }
}
