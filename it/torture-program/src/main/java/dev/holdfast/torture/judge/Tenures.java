package dev.holdfast.torture.judge;

import dev.holdfast.torture.history.Kind;
import dev.holdfast.torture.history.Operation;
import dev.holdfast.torture.history.Outcome;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The tenures of a history, made of grants and of what was done with their handles. */
final class Tenures {
    private Tenures() {}

    private record HandleName(String process, long grant) {}

    /** Collects what is known of one handle. */
    private static final class Handle {
        private long believed;
        private long ended = Long.MAX_VALUE;
    }

    static List<Tenure> of(List<Operation> operations) {
        Map<HandleName, Handle> handles = new HashMap<>();
        for (Operation operation : operations) {
            if (operation.of() != 0) {
                Handle handle = handles.computeIfAbsent(
                        new HandleName(operation.process(), operation.of()), name -> new Handle());
                handle.believed = Math.max(handle.believed, operation.checked());
                if (ends(operation)) {
                    handle.ended = Math.min(handle.ended, operation.end());
                }
            }
        }
        Forces forces = Forces.of(operations);
        List<Tenure> tenures = new ArrayList<>();
        for (Operation operation : operations) {
            if (operation.granted()) {
                Handle handle = handles.getOrDefault(new HandleName(operation.process(), operation.id()), new Handle());
                for (int i = 0; i < operation.resources().size(); i++) {
                    Tenure tenure = new Tenure(
                            operation,
                            operation.resources().get(i),
                            operation.fences().get(i),
                            handle.believed,
                            handle.ended);
                    tenures.add(tenure.believedUntil(Math.min(handle.believed, forces.since(tenure))));
                }
            }
        }
        return tenures;
    }

    /** Returns whether the handle stands for nothing from then on. A detached hold lives on. */
    private static boolean ends(Operation operation) {
        return operation.kind() == Kind.LOST
                || (operation.kind() == Kind.RELEASE && operation.outcome() == Outcome.DONE);
    }
}
