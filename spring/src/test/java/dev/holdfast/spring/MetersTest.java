package dev.holdfast.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdfast.LockManager;
import dev.holdfast.LockUnavailableException;
import dev.holdfast.ManagerOptions;
import dev.holdfast.Owner;
import dev.holdfast.session.CurrentLocks;
import dev.holdfast.session.CurrentOwner;
import dev.holdfast.session.Heartbeats;
import dev.holdfast.session.LockMeters;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationHandler;
import io.micrometer.observation.ObservationRegistry;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** What Micrometer is told. */
class MetersTest {
    private static final Owner ANNA = Owner.of("session-a").named("Anna");
    private static final Owner BEN = Owner.of("session-b").named("Ben");

    private static ConfigurableApplicationContext app;

    private final LockManager locks = app.getBean(LockManager.class);
    private final CurrentLocks current = app.getBean(CurrentLocks.class);
    private final MeterRegistry meters = app.getBean(MeterRegistry.class);
    private final Seen seen = app.getBean(Seen.class);

    /** Keeps the observations that have ended. */
    static final class Seen implements ObservationHandler<Observation.Context> {
        private final List<String> ended = new CopyOnWriteArrayList<>();

        @Override
        public void onStop(Observation.Context context) {
            if (context.getName().startsWith("holdfast.")) {
                ended.add(context.getName() + " "
                        + context.getAllKeyValues().stream()
                                .map(each -> each.getKey() + "=" + each.getValue())
                                .sorted()
                                .toList());
            }
        }

        @Override
        public boolean supportsContext(Observation.Context context) {
            return true;
        }
    }

    static class Job {
        @Locked("nightly")
        public void run() {}
    }

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration(excludeName = {Apps.DATA_SOURCE, Apps.DATA_SOURCE_3})
    static class App {
        @Bean
        Seen seen() {
            return new Seen();
        }

        @Bean
        Job job() {
            return new Job();
        }
    }

    @BeforeAll
    static void start() {
        app = Apps.plain(App.class, "holdfast.store=memory:", "holdfast.sweep=never");
    }

    @AfterAll
    static void stop() {
        app.close();
    }

    @AfterEach
    void nothingLeft() {
        locks.admin().clear("test");
        seen.ended.clear();
    }

    @Test
    @DisplayName("P9: a loss is counted once, however often the page asks")
    void loss_isCountedOnce() {
        Heartbeats heartbeats = new Heartbeats(current, app.getBean(LockMeters.class));
        double before = meters.counter("holdfast.losses").count();
        CurrentOwner.runAs(ANNA, () -> {
            current.acquire("policy/1", "policy/2");
            locks.admin().clear("taken away");
            for (int i = 0; i < 3; i++) {
                heartbeats.renew(List.of("policy/1", "policy/2"), true);
            }
        });
        assertThat(meters.counter("holdfast.losses").count()).isEqualTo(before + 2);
        CurrentOwner.runAs(ANNA, () -> {
            current.acquire("policy/1");
            locks.admin().clear("taken away again");
            heartbeats.renew(List.of("policy/1"), true);
        });
        assertThat(meters.counter("holdfast.losses").count()).isEqualTo(before + 3);
    }

    @Test
    void heldLocks_areAGauge() {
        assertThat(meters.get("holdfast.held").gauge().value()).isZero();
        CurrentOwner.runAs(ANNA, () -> current.acquire("policy/1", "policy/2"));
        CurrentOwner.runAs(BEN, () -> current.acquireShared("policy/3"));
        CurrentOwner.runAs(ANNA, () -> current.acquireShared("policy/3"));
        assertThat(meters.get("holdfast.held").gauge().value()).isEqualTo(4);
        locks.admin().clear("over");
        assertThat(meters.get("holdfast.held").gauge().value()).isZero();
    }

    private long timed(String outcome) {
        return meters.find("holdfast.acquire").tag("outcome", outcome).timers().stream()
                .mapToLong(timer -> timer.count())
                .sum();
    }

    @Test
    void acquire_isObservedAndTimed() {
        long granted = timed("granted");
        long refused = timed("held");
        CurrentOwner.runAs(ANNA, () -> current.acquire("policy/1", "policy/2"));
        CurrentOwner.runAs(
                BEN,
                () -> assertThatThrownBy(() -> current.acquire("policy/1"))
                        .isInstanceOf(LockUnavailableException.class));
        app.getBean(Job.class).run();
        assertThat(seen.ended)
                .containsExactly(
                        "holdfast.acquire [outcome=granted, resources=policy/1,policy/2]",
                        "holdfast.acquire [outcome=held, resources=policy/1]",
                        "holdfast.acquire [outcome=granted, resources=nightly]");
        assertThat(timed("granted")).isEqualTo(granted + 2);
        assertThat(timed("held")).isEqualTo(refused + 1);
    }

    @Test
    void withoutObservations_acquireIsTimed() {
        MeterRegistry plain = new SimpleMeterRegistry();
        try (LockManager manager = LockManager.open("memory:", ManagerOptions.DEFAULT)) {
            LockMeters own = new MicrometerLockMeters(plain, ObservationRegistry.NOOP, manager);
            own.acquiring(List.of("policy/1"), answer -> List.of(), () -> "granted");
            assertThatThrownBy(() -> own.acquiring(List.of("policy/1"), answer -> List.of(), () -> {
                        throw new IllegalStateException("away");
                    }))
                    .hasMessage("away");
        }
        assertThat(plain.get("holdfast.acquire")
                        .tag("outcome", "granted")
                        .timer()
                        .count())
                .isEqualTo(1);
        assertThat(plain.get("holdfast.acquire")
                        .tag("outcome", "failed")
                        .timer()
                        .count())
                .isEqualTo(1);
    }
}
