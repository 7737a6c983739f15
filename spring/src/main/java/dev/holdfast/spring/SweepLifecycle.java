package dev.holdfast.spring;

import dev.holdfast.LockManager;
import dev.holdfast.session.SweepSchedule;
import org.springframework.context.SmartLifecycle;

/** Removes expired locks while the application runs. */
final class SweepLifecycle implements SmartLifecycle {
    private final SweepSchedule schedule;

    SweepLifecycle(LockManager locks, String every) {
        this.schedule = new SweepSchedule(locks, PropertyValues.durationOrNever("holdfast.sweep", every));
    }

    @Override
    public void start() {
        schedule.start();
    }

    @Override
    public void stop() {
        schedule.close();
    }

    @Override
    public boolean isRunning() {
        return schedule.running();
    }
}
