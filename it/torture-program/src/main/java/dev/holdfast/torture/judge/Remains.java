package dev.holdfast.torture.judge;

import dev.holdfast.torture.history.Operation;
import dev.holdfast.torture.history.Outcome;
import java.util.ArrayList;
import java.util.List;

/** The search for what should be gone, and for what should not have happened. */
final class Remains {
    private Remains() {}

    static List<Violation> find(List<Operation> operations) {
        List<Violation> violations = new ArrayList<>();
        for (Operation operation : operations) {
            if (operation.outcome() == Outcome.ERROR) {
                violations.add(Violation.of("Unexpected failure", operation));
            } else if (operation.count() > 0) {
                switch (operation.kind()) {
                    case REMAINDER -> violations.add(Violation.of("Part of a lost handle remains", operation));
                    case LEFTOVER -> violations.add(Violation.of("Locked by no process at the end", operation));
                    default -> {}
                }
            }
        }
        return violations;
    }
}
