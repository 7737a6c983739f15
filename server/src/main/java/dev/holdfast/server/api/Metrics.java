package dev.holdfast.server.api;

import dev.holdfast.Grant;
import dev.holdfast.json.LockJson;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Timer;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/** What this server did, counted for Prometheus. Names of resources and people are not in it. Thread-safe. */
public final class Metrics {
    public static final String MEDIA_TYPE = "text/plain; version=0.0.4; charset=utf-8";

    private final PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    private final Counter acquisitions = registry.counter("holdfast.acquisitions");
    private final Counter releases = registry.counter("holdfast.releases");
    private final Counter heartbeats = registry.counter("holdfast.heartbeats");
    private final Counter losses = registry.counter("holdfast.losses");
    private final Counter forced = registry.counter("holdfast.force.releases");
    private final Counter swept = registry.counter("holdfast.expiries");
    private final Map<String, Timer> timers = new ConcurrentHashMap<>();
    private final Timer waits = registry.timer("holdfast.waits");

    /** A request for locks was decided; a refusal is counted by its reason. */
    void decided(Grant grant, Duration took, boolean waiting) {
        if (waiting) {
            waits.record(took);
        }
        if (grant.granted()) {
            acquisitions.increment(grant.holds().size());
        } else {
            registry.counter(
                            "holdfast.refusals",
                            "why",
                            LockJson.label(grant.refusals().get(0).reason()))
                    .increment();
        }
    }

    void released() {
        releases.increment();
    }

    void beat(boolean held) {
        (held ? heartbeats : losses).increment();
    }

    void forced(int holds) {
        forced.increment(holds);
    }

    /** So many records of what was over were tidied away. */
    public void swept(int records) {
        swept.increment(records);
    }

    /** How long the store took to answer a call of that kind. */
    <T> T timed(String call, Supplier<T> work) {
        return timer(call).record(work);
    }

    /** The same, from that moment of {@link System#nanoTime} until now. */
    void timed(String call, long start) {
        timer(call).record(System.nanoTime() - start, TimeUnit.NANOSECONDS);
    }

    private Timer timer(String call) {
        return timers.computeIfAbsent(call, name -> registry.timer("holdfast.store", "call", name));
    }

    /** So many are told of changes, whenever somebody asks. */
    public void listeners(Supplier<Number> count) {
        Gauge.builder("holdfast.listeners", count).register(registry);
    }

    /** All of it, as Prometheus reads it. */
    public String text() {
        return registry.scrape();
    }
}
