package dev.holdfast.internal.manager;

import dev.holdfast.OutcomeUnknownException;
import dev.holdfast.Policies;
import dev.holdfast.ProcessId;
import dev.holdfast.internal.process.Liveness;
import dev.holdfast.internal.rules.Command;
import dev.holdfast.internal.rules.Outcome;
import dev.holdfast.spi.Entry;
import dev.holdfast.spi.Group;
import dev.holdfast.spi.Key;
import dev.holdfast.spi.LockStore;
import dev.holdfast.spi.Result;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** One try of the product's own client code, opened to the explored model: it plans, folds, learns and settles. */
public final class Trial {
    private final List<Attempt> attempts = new ArrayList<>();
    private final Plan plan;

    private Trial(List<Caller> callers, Policies policies) {
        for (Caller caller : callers) {
            attempts.add(caller.attempt(policies));
        }
        plan = Plans.of(attempts, policies);
    }

    /** How a view came about; see {@link Snapshot.Origin}. */
    public enum Basis {
        GUESSED,
        HEARD,
        READ
    }

    /** A caller's knowledge of the store, as {@link Snapshot} has it. */
    public record View(Map<Key, Entry> entries, Instant asOf, Basis basis) {
        public static final View ASSUMED_ABSENT = view(Snapshot.ASSUMED_ABSENT);

        private static View view(Snapshot snapshot) {
            return new View(
                    snapshot.entries(),
                    snapshot.asOf(),
                    Basis.valueOf(snapshot.origin().name()));
        }

        private Snapshot snapshot() {
            return new Snapshot(entries, asOf, Snapshot.Origin.valueOf(basis.name()));
        }

        /** Returns the same for a later call. */
        public View remembered() {
            return view(snapshot().remembered());
        }
    }

    /** One command on one resource. */
    public record Ask(String resource, Command command) {}

    /**
     * One caller and what its try is based on.
     *
     * @param look reports on processes, or null if the caller has not looked at any
     */
    public record Caller(
            List<Ask> asks, View view, @Nullable Function<ProcessId, Liveness> look) {
        private Attempt attempt(Policies policies) {
            List<Step> steps = new ArrayList<>();
            for (Ask ask : asks) {
                steps.add(new Step(Key.lock(ask.resource()), ask.command(), policies.forResource(ask.resource())));
            }
            Attempt attempt = new Attempt(steps, view.snapshot());
            if (look != null) {
                attempt.again(Witness.of(attempt.snapshot().locks(), (process, since) -> look.apply(process)));
            }
            return attempt;
        }
    }

    /** The answer to one caller: decided, or not because its view was out of date. */
    public record Told(boolean done, List<Outcome> outcomes, View view) {}

    public static Trial of(List<Caller> callers, Policies policies) {
        return new Trial(callers, policies);
    }

    /** Returns the changes to apply, or null if there are none. */
    public @Nullable Group group() {
        return plan.group();
    }

    /** Answers every caller; null if there was nothing to apply. */
    public List<Told> answer(@Nullable Result result) {
        plan.answer(result);
        return attempts.stream()
                .map(attempt -> new Told(
                        attempt.answer() == Attempt.Answer.DONE, attempt.outcomes(), View.view(attempt.snapshot())))
                .toList();
    }

    /** Settles a change whose answer got lost, for the only caller, and returns its view after that. */
    public View settle(Group sent, LockStore store) {
        Attempt attempt = attempts.get(0);
        new Settler(store).settle(attempt, sent, new OutcomeUnknownException("The answer is lost.", null));
        return View.view(attempt.snapshot());
    }
}
