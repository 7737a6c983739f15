package dev.holdfast.cli.hook;

import dev.holdfast.HandOverRequest;
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
 * @param requests those that the assistant should know of now
 * @param askable of the refused resources, those whose holders can be asked
 */
public record HookAnswer(
        boolean allowed,
        List<Refusal> refusals,
        List<String> taken,
        List<String> released,
        @Nullable String problem,
        List<HandOverRequest> requests,
        List<String> askable) {
    static final HookAnswer PASS = allowed(List.of(), List.of(), null);

    static HookAnswer allowed(List<String> taken, List<String> released, @Nullable String problem) {
        return new HookAnswer(true, List.of(), taken, released, problem, List.of(), List.of());
    }

    static HookAnswer refused(List<Refusal> refusals, List<String> askable) {
        return new HookAnswer(false, refusals, List.of(), List.of(), null, List.of(), askable);
    }

    static HookAnswer released(List<String> released) {
        return allowed(List.of(), released, null);
    }

    HookAnswer with(List<HandOverRequest> known) {
        return new HookAnswer(allowed, refusals, taken, released, problem, List.copyOf(known), askable);
    }
}
