package dev.holdfast.torture.judge;

import dev.holdfast.torture.history.Kind;
import dev.holdfast.torture.history.Operation;
import dev.holdfast.torture.history.Outcome;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Judges what the witnesses outside of the store saw: the fenced register, and the counters that nothing guards. */
final class Witnesses {
    private Witnesses() {}

    /**
     * Returns the violations.
     *
     * @param operations with those of the register in the order in which it saw them
     */
    static List<Violation> find(List<Operation> operations) {
        List<Violation> violations = new ArrayList<>();
        Map<String, Operation> newest = new HashMap<>();
        for (Operation operation : operations) {
            if (operation.kind() == Kind.REGISTERED && operation.outcome() == Outcome.DONE) {
                Operation before = newest.put(operation.resources().get(0), operation);
                if (before != null) {
                    compare(before, operation, violations);
                }
            } else if (operation.kind() == Kind.COUNTED && operation.outcome() == Outcome.LOST) {
                violations.add(Violation.of("Update of a counter lost", operation));
            }
        }
        return violations;
    }

    private static void compare(Operation before, Operation now, List<Violation> violations) {
        long old = before.fences().get(0);
        long fence = now.fences().get(0);
        if (fence < old) {
            violations.add(Violation.of("Older fence accepted after a newer one", before, now));
        } else if (fence == old && !before.owner().equals(now.owner())) {
            violations.add(Violation.of("Two holders wrote with one fence", before, now));
        }
    }
}
