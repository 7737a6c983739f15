package dev.holdfast.simulation.world;

import dev.holdfast.simulation.Scheduler;
import dev.holdfast.store.Key;
import java.util.List;

/** Makes things go wrong, as far as the settings say, until they are over. */
final class Troublemaker implements Runnable {
    private static final long SECOND = 1_000_000_000L;

    private final Scheduler scheduler;
    private final Settings settings;
    private final Truth truth;
    private final List<Machine> machines;
    private int killed;

    Troublemaker(Scheduler scheduler, Settings settings, Truth truth, List<Machine> machines) {
        this.scheduler = scheduler;
        this.settings = settings;
        this.truth = truth;
        this.machines = machines;
    }

    @Override
    public void run() {
        while (!settings.over()) {
            scheduler.sleep(scheduler.random(SECOND / 20, 4 * SECOND));
            if (settings.over() || machines.isEmpty()) {
                continue;
            }
            Machine machine = machines.get(scheduler.random(machines.size()));
            switch (scheduler.random(6)) {
                case 0 -> stop(machine);
                case 1 -> sleep(machine);
                case 2 -> kill(machine);
                case 3 -> jump(machine);
                case 4 -> occupy();
                default -> cutOff(machine);
            }
        }
    }

    private void stop(Machine machine) {
        if (settings.stops) {
            long nanos = scheduler.random(SECOND / 10, 15 * SECOND);
            scheduler.note(() -> "stops " + machine + " for " + nanos / 1_000_000 + " ms");
            machine.stop(nanos);
        }
    }

    private void sleep(Machine machine) {
        if (settings.laptops) {
            scheduler.note(() -> "closes the laptop of " + machine);
            machine.sleep(scheduler.random(SECOND, 20 * SECOND));
        }
    }

    private void kill(Machine machine) {
        if (settings.kills && killed < 2 && !machine.program.killed()) {
            scheduler.note(() -> "kills " + machine);
            killed++;
            machine.program.kill();
        }
    }

    private void jump(Machine machine) {
        if (settings.clockJumps) {
            long nanos = scheduler.random(-30 * SECOND, 30 * SECOND);
            scheduler.note(() -> "sets the clock of " + machine + " by " + nanos / 1_000_000 + " ms");
            machine.jumpClock(nanos);
        }
    }

    private void occupy() {
        if (settings.busy) {
            String resource = settings.resources.get(scheduler.random(settings.resources.size()));
            long nanos = scheduler.random(SECOND / 10, scheduler.oneIn(4) ? 12 * SECOND : SECOND);
            scheduler.note(() -> "occupies " + resource + " for " + nanos / 1_000_000 + " ms");
            truth.busy(Key.lock(resource), nanos);
        }
    }

    private void cutOff(Machine machine) {
        if (settings.outages) {
            scheduler.note(() -> "cuts off " + machine);
            machine.cutOff(scheduler.random(SECOND / 2, 15 * SECOND));
        }
    }
}
