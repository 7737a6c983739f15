package dev.holdfast.spring;

import dev.holdfast.Holds.Grant;
import dev.holdfast.Refusal;
import dev.holdfast.internal.views.LockJson;
import dev.holdfast.session.LockMeters;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.util.Collection;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The meters of locks for Micrometer, named as on a server. They have no names of resources or users. Thread-safe. */
final class MicrometerLockMeters implements LockMeters {
    private static final int MAX_OPEN = 100_000;

    private final MeterRegistry registry;
    private final Counter acquisitions;
    private final Counter releases;
    private final Counter losses;
    private final Counter forced;
    private final Counter forgotten;
    private final Timer time;
    /** The start of locks that were acquired here, by owner and resource. A lock that ends elsewhere is not measured. */
    private final Map<Tenure, Long> open = new LinkedHashMap<>();

    private record Tenure(String owner, String resource) {}

    MicrometerLockMeters(MeterRegistry registry) {
        this.registry = registry;
        acquisitions = counter("holdfast.acquisitions", "Holds granted");
        releases = counter("holdfast.releases", "Holds released, or ended with their session");
        losses = counter("holdfast.losses", "Holds that their owner believed to have but had lost");
        forced = counter("holdfast.force.releases", "Holds ended by another user");
        forgotten = counter("holdfast.forgotten", "How often data was used without its lock");
        time = Timer.builder("holdfast.hold.time")
                .description("How long holds lasted that began and ended here")
                .register(registry);
    }

    private Counter counter(String name, String what) {
        return Counter.builder(name).description(what).register(registry);
    }

    @Override
    public void acquired(String owner, Grant grant) {
        acquisitions.increment(grant.holds().size());
        synchronized (open) {
            grant.receipts()
                    .forEach(receipt -> open.putIfAbsent(new Tenure(owner, receipt.resource()), System.nanoTime()));
            for (Iterator<Tenure> oldest = open.keySet().iterator(); open.size() > MAX_OPEN; ) {
                oldest.next();
                oldest.remove();
            }
        }
    }

    @Override
    public void refused(List<Refusal> refusals) {
        Counter.builder("holdfast.refusals")
                .description("Requests refused, by the reason")
                .tag("why", LockJson.label(refusals.get(0).reason()))
                .register(registry)
                .increment();
    }

    @Override
    public void released(String owner, Collection<String> resources) {
        releases.increment(resources.size());
        synchronized (open) {
            resources.forEach(resource -> measured(open.remove(new Tenure(owner, resource))));
        }
    }

    @Override
    public void ended(String owner, int holds) {
        releases.increment(holds);
        synchronized (open) {
            open.entrySet().removeIf(entry -> {
                boolean its = entry.getKey().owner().equals(owner);
                measured(its ? entry.getValue() : null);
                return its;
            });
        }
    }

    private void measured(@Nullable Long begin) {
        if (begin != null) {
            time.record(Duration.ofNanos(System.nanoTime() - begin));
        }
    }

    @Override
    public void lost(int holds) {
        losses.increment(holds);
    }

    @Override
    public void forced(int holds) {
        forced.increment(holds);
    }

    @Override
    public void forgotten() {
        forgotten.increment();
    }
}
