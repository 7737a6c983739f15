package dev.holdfast.server.api;

import dev.holdfast.Hold;
import dev.holdfast.Holds.Grant;
import dev.holdfast.Receipt;
import dev.holdfast.internal.views.LockJson;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Timer;
import io.micrometer.core.instrument.binder.MeterBinder;
import io.micrometer.core.instrument.binder.jvm.JvmMemoryMetrics;
import io.micrometer.core.instrument.binder.system.FileDescriptorMetrics;
import io.micrometer.core.instrument.binder.system.ProcessorMetrics;
import io.micrometer.core.instrument.binder.system.UptimeMetrics;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import java.util.function.Supplier;

/** The metrics of this server for Prometheus. They contain no names of resources or users. Thread-safe. */
public final class Metrics {
    public static final String MEDIA_TYPE = "text/plain; version=0.0.4; charset=utf-8";

    /** Limits for alerts: how long a store may take, and how long users hold locks. */
    private static final Duration[] CALLS = {
        Duration.ofMillis(5),
        Duration.ofMillis(25),
        Duration.ofMillis(100),
        Duration.ofMillis(500),
        Duration.ofSeconds(1),
        Duration.ofSeconds(5)
    };

    private static final Duration[] SPANS = {
        Duration.ofSeconds(1),
        Duration.ofSeconds(10),
        Duration.ofMinutes(1),
        Duration.ofMinutes(5),
        Duration.ofMinutes(15),
        Duration.ofHours(1),
        Duration.ofHours(2),
        Duration.ofHours(8)
    };

    private final PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    private final Counter acquisitions = counter("holdfast.acquisitions", "Holds granted");
    private final Counter releases = counter("holdfast.releases", "Holds released");
    private final Counter heartbeats = counter("holdfast.heartbeats", "Heartbeats for a hold that existed");
    private final Counter losses = counter("holdfast.losses", "Heartbeats for a hold that was lost");
    private final Counter forced = counter("holdfast.force.releases", "Holds ended by another user");
    private final Counter swept =
            counter("holdfast.expiries", "Records of expired holds, waiters and limits that were removed");
    private final Map<String, Timer> stores = new ConcurrentHashMap<>();
    private final Timer waits = timer("holdfast.waits", "How long callers waited, granted or not", SPANS);
    private final HoldTimes tenures = new HoldTimes(
            timer("holdfast.hold.time", "How long holds lasted that this server granted and saw end", SPANS));

    private final RecentDecisions decisions = new RecentDecisions();

    /** Kept here, since the registry has only a weak reference. */
    private LongSupplier auditMissed = () -> 0;

    public Metrics() {
        new FileDescriptorMetrics().bindTo(registry);
        new JvmMemoryMetrics().bindTo(registry);
        new ProcessorMetrics().bindTo(registry);
        new UptimeMetrics().bindTo(registry);
    }

    private Counter counter(String name, String what) {
        return Counter.builder(name).description(what).register(registry);
    }

    private Timer timer(String name, String what, Duration[] limits, String... tags) {
        return Timer.builder(name)
                .description(what)
                .serviceLevelObjectives(limits)
                .tags(tags)
                .register(registry);
    }

    private Timer store(String call) {
        return stores.computeIfAbsent(
                call,
                name -> timer("holdfast.store", "How long the store took, including decisions", CALLS, "call", name));
    }

    /** Counts the decision about a request. A refusal is counted by its reason. */
    void decided(Grant grant, Duration took, boolean waiting) {
        (waiting ? waits : store("acquire")).record(took);
        decisions.add(grant, took, waiting);
        if (grant.granted()) {
            acquisitions.increment(grant.holds().size());
            tenures.began(grant);
        } else {
            String why = LockJson.label(grant.refusals().get(0).reason());
            count("holdfast.refusals", "Requests refused, by the reason", "why", why);
        }
    }

    /** Returns the latest decisions with their resources, which are no metrics: only callers that may see them learn of them. */
    RecentDecisions decisions() {
        return decisions;
    }

    void released(List<Receipt> receipts) {
        releases.increment(receipts.size());
        tenures.ended(receipts);
    }

    /** Counts the released holds of an owner on these resources. */
    void released(String owner, Predicate<String> resources, int holds) {
        releases.increment(holds);
        tenures.endedOf(owner, resources);
    }

    /** Counts a request to a holder by its result: {@code asked}, or why no holder was asked. */
    void asked(String result) {
        count("holdfast.requests", "Requests to holders to hand over, by the result", "result", result);
    }

    /** Counts the answer of a holder to a request. */
    void answered(String state) {
        count("holdfast.request.answers", "Answers of holders to requests", "answer", state);
    }

    private void count(String name, String what, String tag, String value) {
        Counter.builder(name)
                .description(what)
                .tag(tag, value)
                .register(registry)
                .increment();
    }

    void heartbeat(boolean held) {
        (held ? heartbeats : losses).increment();
    }

    void forced(String resource, List<Hold> holds) {
        forced.increment(holds.size());
        tenures.ended(resource, holds);
    }

    /** Counts the holds that were cleared, which are all there were. */
    void cleared(int holds) {
        forced.increment(holds);
        tenures.allEnded();
    }

    /** Counts records that were removed by a sweep. */
    public void swept(int records) {
        swept.increment(records);
    }

    /** Measures how long the store takes for a call. */
    <T> T timed(String call, Supplier<T> work) {
        return store(call).record(work);
    }

    /** Measures the same, from a moment of {@link System#nanoTime} until now. */
    void timed(String call, long start) {
        store(call).record(System.nanoTime() - start, TimeUnit.NANOSECONDS);
    }

    /** Reports whether the audit log can be written, and how many lines were left out. */
    public void auditLog(BooleanSupplier writable, LongSupplier missed) {
        auditMissed = missed;
        Gauge.builder("holdfast.audit.log.writable", () -> writable.getAsBoolean() ? 1 : 0)
                .description("1 if the audit log can be written, else 0")
                .register(registry);
        FunctionCounter.builder("holdfast.audit.log.missed", this, metrics -> metrics.auditMissed.getAsLong())
                .description("Lines that were left out of the audit log")
                .register(registry);
    }

    /** Reports the number of event streams. */
    public void listeners(Supplier<Number> count) {
        Gauge.builder("holdfast.listeners", count)
                .description("Event streams that are open")
                .register(registry);
    }

    /** Adds the metrics of another part of the server. */
    public void add(MeterBinder more) {
        more.bindTo(registry);
    }

    /** Returns all metrics in the format of Prometheus. */
    public String text() {
        return registry.scrape();
    }
}
