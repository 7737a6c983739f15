package dev.holdfast.cli.hook;

import dev.holdfast.Refusal;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The decision of a hook.
 *
 * @param refusals the holds of other owners
 * @param taken the resources that it acquired
 * @param released the resources that it released
 * @param problem why it could not judge, or null if it could
 */
public record HookAnswer(
        boolean allowed,
        List<Refusal> refusals,
        List<String> taken,
        List<String> released,
        @Nullable String problem) {
    static final HookAnswer PASS = new HookAnswer(true, List.of(), List.of(), List.of(), null);

    static HookAnswer refused(List<Refusal> refusals) {
        return new HookAnswer(false, refusals, List.of(), List.of(), null);
    }

    static HookAnswer released(List<String> released) {
        return new HookAnswer(true, List.of(), List.of(), released, null);
    }
}
