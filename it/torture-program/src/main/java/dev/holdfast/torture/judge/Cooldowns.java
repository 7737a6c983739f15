package dev.holdfast.torture.judge;

import dev.holdfast.torture.history.Kind;
import dev.holdfast.torture.history.Operation;
import dev.holdfast.torture.history.Outcome;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The search for users that took a lock sooner after their last operation than the cooldown allows, however the operations lay
 * within their requests.
 */
final class Cooldowns {
    /** For clocks that count milliseconds, and for those that the system makes run a little faster. */
    private static final Duration TOLERANCE = Duration.ofMillis(20);

    private final long window;
    private final long steady;
    private final List<Violation> violations = new ArrayList<>();

    private Cooldowns(Terms terms) {
        this.window = terms.cooldown().minus(TOLERANCE).toNanos();
        this.steady = terms.lease().dividedBy(2).toNanos();
    }

    static List<Violation> find(List<Operation> operations, Terms terms) {
        Map<String, List<Operation>> byUser = new HashMap<>();
        for (Operation operation : operations) {
            boolean paced = operation.resources().stream().anyMatch(name -> name.startsWith(Terms.PACED));
            if (paced && !operation.user().isEmpty() && operation.end() != Long.MAX_VALUE) {
                byUser.computeIfAbsent(operation.user(), any -> new ArrayList<>())
                        .add(operation);
            }
        }
        Cooldowns cooldowns = new Cooldowns(terms);
        byUser.values().forEach(cooldowns::judge);
        return cooldowns.violations;
    }

    private void judge(List<Operation> ofUser) {
        List<Operation> counting = new ArrayList<>(ofUser.stream()
                .filter(operation -> operation.granted() || released(operation))
                .toList());
        counting.sort(Comparator.comparingLong(Operation::begin));
        for (int i = 0; i < counting.size(); i++) {
            Operation first = counting.get(i);
            for (int j = i + 1; j < counting.size() && counting.get(j).begin() - first.begin() < window; j++) {
                Operation second = counting.get(j);
                boolean ordered = first.granted() || first.end() < second.begin();
                long apart = Math.max(first.end(), second.end()) - first.begin();
                if (ordered && second.granted() && apart < window) {
                    violations.add(Violation.of("Cooldown broken", first, second));
                }
            }
        }
    }

    /** Returns whether it released a hold that was there for certain. */
    private boolean released(Operation operation) {
        return operation.kind() == Kind.RELEASE
                && operation.outcome() == Outcome.DONE
                && operation.checked() != 0
                && operation.end() - operation.checked() < steady;
    }
}
