package dev.holdfast.torture.judge;

import dev.holdfast.torture.history.Kind;
import dev.holdfast.torture.history.Operation;
import dev.holdfast.torture.history.Outcome;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The search for locks of owners that had ended. */
final class Endings {
    private Endings() {}

    static List<Violation> find(List<Operation> operations) {
        Map<String, Operation> ended = new HashMap<>();
        for (Operation operation : operations) {
            if (operation.kind() == Kind.END_OWNER && operation.outcome() == Outcome.DONE) {
                ended.merge(operation.owner(), operation, (a, b) -> a.end() <= b.end() ? a : b);
            }
        }
        List<Violation> violations = new ArrayList<>();
        for (Operation operation : operations) {
            Operation ending = ended.get(operation.owner());
            if (ending == null || operation.begin() < ending.end()) {
                continue;
            }
            if (operation.granted()) {
                violations.add(Violation.of("Ended owner granted", ending, operation));
            } else if (operation.kind() == Kind.LIST_OWNER && operation.count() > 0) {
                violations.add(Violation.of("Ended owner still holds", ending, operation));
            }
        }
        return violations;
    }
}
