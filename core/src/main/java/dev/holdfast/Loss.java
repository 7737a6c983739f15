package dev.holdfast;

import dev.holdfast.rules.Ending;
import dev.holdfast.rules.Text;
import java.util.Optional;

/**
 * A hold that is over although its owner did not release it.
 *
 * @param ending who or what ended it, if the store knows; empty if its time ran out without an answer of the store
 */
public record Loss(String resource, Optional<Ending> ending) {

    /** Returns one sentence for people. */
    public String sentence() {
        String name = Text.name(resource);
        return ending.map(known -> name + " was lost: " + why(known))
                .orElse(name + " was lost: its time ran out before it could be renewed.");
    }

    /** Returns this loss without the name of the present holder, for readers who may not know it. */
    public Loss anonymous() {
        return new Loss(resource, ending.map(Ending::anonymous));
    }

    private static String why(Ending ending) {
        String by = ending.actor().isEmpty() ? "somebody" : ending.actor();
        String reason = ending.reason().isEmpty() ? "" : " (" + ending.reason() + ")";
        return switch (ending.kind()) {
            case OVERRIDDEN -> by + " took it over" + reason + ".";
            case FORCED -> by + " released it" + reason + ".";
            case CLEARED -> by + " cleared all locks" + reason + ".";
            case EXPIRED -> "its time ran out.";
            case DIED -> "its processes were found to be gone.";
            case LOST -> "another program removed or replaced its entry.";
            case ACQUIRED, HANDED_OVER, RELEASED -> "it was released.";
        };
    }
}
