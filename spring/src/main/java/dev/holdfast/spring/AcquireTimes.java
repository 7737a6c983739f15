package dev.holdfast.spring;

import dev.holdfast.Refusal;
import dev.holdfast.internal.views.LockJson;
import dev.holdfast.session.LockMeters.Acquire;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationRegistry;
import java.util.List;
import java.util.function.Function;

/**
 * The time that acquires take. Each is an observation, from which Micrometer makes a timer and a span; or a timer alone, if the
 * application observes nothing.
 */
record AcquireTimes(MeterRegistry registry, ObservationRegistry observations) {
    private static final String NAME = "holdfast.acquire";
    private static final String OUTCOME = "outcome";
    private static final String FAILED = "failed";

    <T, E extends Exception> T measured(
            List<String> resources, Function<T, List<Refusal>> refusals, Acquire<T, E> acquire) throws E {
        return observations.isNoop()
                ? timed(refusals, acquire)
                : observed(
                        Observation.createNotStarted(NAME, observations)
                                .contextualName("acquire lock")
                                .lowCardinalityKeyValue(OUTCOME, FAILED)
                                .highCardinalityKeyValue("resources", String.join(",", resources)),
                        refusals,
                        acquire);
    }

    private static <T, E extends Exception> T observed(
            Observation observation, Function<T, List<Refusal>> refusals, Acquire<T, E> acquire) throws E {
        observation.start();
        Observation.Scope scope = observation.openScope();
        try {
            T answer = acquire.call();
            observation.lowCardinalityKeyValue(OUTCOME, outcome(refusals.apply(answer)));
            return answer;
        } catch (RuntimeException e) {
            observation.error(e);
            throw e;
        } finally {
            scope.close();
            observation.stop();
        }
    }

    private <T, E extends Exception> T timed(Function<T, List<Refusal>> refusals, Acquire<T, E> acquire) throws E {
        Timer.Sample sample = Timer.start(registry);
        String outcome = FAILED;
        try {
            T answer = acquire.call();
            outcome = outcome(refusals.apply(answer));
            return answer;
        } finally {
            sample.stop(Timer.builder(NAME)
                    .description("How long requests for locks took, by their outcome")
                    .tag(OUTCOME, outcome)
                    .register(registry));
        }
    }

    private static String outcome(List<Refusal> refusals) {
        return refusals.isEmpty() ? "granted" : LockJson.label(refusals.get(0).reason());
    }
}
