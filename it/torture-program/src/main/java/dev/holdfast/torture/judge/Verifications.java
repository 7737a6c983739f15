package dev.holdfast.torture.judge;

import dev.holdfast.torture.history.Kind;
import dev.holdfast.torture.history.Operation;
import dev.holdfast.torture.history.Outcome;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The search for fences that the store did not know although their holders held before and after the question. */
final class Verifications {
    private Verifications() {}

    private record Name(String process, long grant, String resource) {}

    static List<Violation> find(List<Operation> operations, List<Tenure> tenures) {
        Map<Name, Tenure> byName = new HashMap<>();
        for (Tenure tenure : tenures) {
            byName.put(new Name(tenure.grant().process(), tenure.grant().id(), tenure.resource()), tenure);
        }
        List<Violation> violations = new ArrayList<>();
        for (Operation operation : operations) {
            if (operation.kind() == Kind.VERIFY && operation.outcome() == Outcome.REFUSED) {
                Tenure tenure = byName.get(new Name(
                        operation.process(),
                        operation.of(),
                        operation.resources().get(0)));
                if (tenure != null && tenure.believed() > operation.end()) {
                    violations.add(Violation.of("Fence of a live hold denied", operation, tenure));
                }
            }
        }
        return violations;
    }
}
