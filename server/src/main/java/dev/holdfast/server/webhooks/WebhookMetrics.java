package dev.holdfast.server.webhooks;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.util.function.ToDoubleFunction;

/** The metrics of hooks, by their names. */
public record WebhookMetrics(Webhooks webhooks) implements MeterBinder {
    private static final String HOOK = "hook";

    @Override
    public void bindTo(MeterRegistry registry) {
        if (webhooks.isIdle()) {
            return;
        }
        FunctionCounter.builder("holdfast.webhooks.gaps", webhooks, Webhooks::gaps)
                .description("Times that the history had forgotten events before they were sent")
                .register(registry);
        webhooks.watch(hook -> register(registry, hook), hook -> remove(registry, hook));
        webhooks.hooks().forEach(hook -> register(registry, hook));
    }

    private static void register(MeterRegistry registry, Hook hook) {
        counter(registry, hook, "delivered", "Events that the receiver has taken", Hook::delivered);
        counter(registry, hook, "failures", "Calls that failed", Hook::failed);
        counter(registry, hook, "dropped", "Events that were lost, since there was no room for more", Hook::dropped);
        gauge(registry, hook, "waiting", "Events that wait to be sent", Hook::waiting);
        gauge(registry, hook, "dead.letters", "Events that could not be delivered", Hook::dead);
        gauge(
                registry,
                hook,
                "paused",
                "1 if nothing is sent, else 0",
                one -> one.paused().isEmpty() ? 0 : 1);
    }

    private static void remove(MeterRegistry registry, Hook hook) {
        for (Meter meter : registry.getMeters()) {
            if (hook.options().name().equals(meter.getId().getTag(HOOK))) {
                registry.remove(meter);
            }
        }
    }

    private static void counter(
            MeterRegistry registry, Hook hook, String name, String what, ToDoubleFunction<Hook> value) {
        FunctionCounter.builder("holdfast.webhooks." + name, hook, value)
                .description(what)
                .tag(HOOK, hook.options().name())
                .register(registry);
    }

    private static void gauge(
            MeterRegistry registry, Hook hook, String name, String what, ToDoubleFunction<Hook> value) {
        Gauge.builder("holdfast.webhooks." + name, hook, value)
                .description(what)
                .tag(HOOK, hook.options().name())
                .register(registry);
    }
}
