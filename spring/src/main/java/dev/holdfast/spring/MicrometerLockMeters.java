package dev.holdfast.spring;

import dev.holdfast.Holds.Grant;
import dev.holdfast.LockManager;
import dev.holdfast.Receipt;
import dev.holdfast.Refusal;
import dev.holdfast.StoreException;
import dev.holdfast.internal.views.LockJson;
import dev.holdfast.session.LockMeters;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import io.micrometer.observation.ObservationRegistry;
import java.time.Duration;
import java.util.Collection;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
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

    /** Lost holds that were counted, and that their pages may report again with every heartbeat. */
    private final Set<Tenure> counted = new LinkedHashSet<>();

    private final AcquireTimes acquires;

    private record Tenure(String owner, String resource) {}

    MicrometerLockMeters(MeterRegistry registry, ObservationRegistry observations, LockManager locks) {
        this.registry = registry;
        acquires = new AcquireTimes(registry, observations);
        Gauge.builder("holdfast.held", () -> held(locks))
                .description("Holds in the store, of all nodes")
                .register(registry);
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

    private static double held(LockManager locks) {
        try {
            return locks.list("").stream()
                    .mapToInt(lock -> lock.holders().size())
                    .sum();
        } catch (StoreException e) {
            return Double.NaN;
        }
    }

    @Override
    public <T, E extends Exception> T acquiring(
            List<String> resources, Function<T, List<Refusal>> refusals, Acquire<T, E> acquire) throws E {
        return acquires.measured(resources, refusals, acquire);
    }

    @Override
    public void acquired(String owner, Grant grant) {
        acquisitions.increment(grant.holds().size());
        synchronized (open) {
            for (Receipt receipt : grant.receipts()) {
                Tenure tenure = new Tenure(owner, receipt.resource());
                open.putIfAbsent(tenure, System.nanoTime());
                counted.remove(tenure);
            }
            bound(open.keySet());
        }
    }

    private static void bound(Set<Tenure> tenures) {
        for (Iterator<Tenure> oldest = tenures.iterator(); tenures.size() > MAX_OPEN; ) {
            oldest.next();
            oldest.remove();
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
            counted.removeIf(tenure -> tenure.owner().equals(owner));
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
    public void lost(String owner, Collection<String> resources) {
        synchronized (open) {
            for (String resource : resources) {
                Tenure tenure = new Tenure(owner, resource);
                open.remove(tenure);
                if (counted.add(tenure)) {
                    losses.increment();
                }
            }
            bound(counted);
        }
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
