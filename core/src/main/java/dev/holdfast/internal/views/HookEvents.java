package dev.holdfast.internal.views;

import dev.holdfast.LockEvent.EventKind;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/** The words for the events that webhooks are sent. */
public final class HookEvents {
    /** A hold ends soon unless it is renewed. The history has no such event, since nothing changes. */
    public static final String ENDS_SOON = "ends-soon";

    private HookEvents() {}

    /** Returns all words: those of the history, and {@link #ENDS_SOON}. */
    public static List<String> all() {
        return Stream.concat(Arrays.stream(EventKind.values()).map(LockJson::label), Stream.of(ENDS_SOON))
                .toList();
    }
}
