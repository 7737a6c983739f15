package dev.holdfast;

import java.time.ZoneId;
import java.util.List;
import java.util.stream.Collectors;

/** Not granted: somebody has it, or a limit says no. The message is the sentence for a person. Nothing was acquired. */
public final class LockUnavailableException extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final transient List<Refusal> refusals;

    public LockUnavailableException(List<Refusal> refusals) {
        super(refusals.stream()
                .map(refusal -> refusal.sentence(ZoneId.systemDefault()))
                .collect(Collectors.joining(" ")));
        this.refusals = List.copyOf(refusals);
    }

    /** One for each resource that was in the way. */
    public List<Refusal> refusals() {
        return refusals;
    }
}
