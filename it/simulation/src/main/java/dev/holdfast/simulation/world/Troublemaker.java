package dev.holdfast.simulation.world;

import dev.holdfast.simulation.Scheduler;
import dev.holdfast.spi.Key;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** Makes things go wrong, as far as the settings say, until they are over. */
final class Troublemaker {
    private static final long SECOND = 1_000_000_000L;
    /** Machines that are stopped again and again would never come to an end. */
    private static final long MAX_TIME = 60 * SECOND;

    private final Scheduler scheduler;
    private final Settings settings;
    private final Truth truth;
    private final List<Machine> machines;
    private final List<Consumer<Machine>> troubles;
    private int killed;

    Troublemaker(Scheduler scheduler, Settings settings, Truth truth, List<Machine> machines) {
        this.scheduler = scheduler;
        this.settings = settings;
        this.truth = truth;
        this.machines = machines;
        this.troubles = drawn();
    }

    void begin() {
        next(scheduler.now() + MAX_TIME);
    }

    private void next(long end) {
        if (scheduler.now() < end) {
            scheduler.later(scheduler.program(), scheduler.random(SECOND / 20, 4 * SECOND), () -> act(end));
        }
    }

    private void act(long end) {
        if (settings.over()) {
            return;
        }
        if (!machines.isEmpty()) {
            Machine machine = machines.get(scheduler.random(machines.size()));
            troubles.get(scheduler.random(troubles.size())).accept(machine);
        }
        next(end);
    }

    /** Returns what goes wrong in this schedule; nothing, if all goes well. */
    private List<Consumer<Machine>> drawn() {
        List<Consumer<Machine>> drawn = new ArrayList<>();
        add(drawn, settings.stops, this::stop);
        add(drawn, settings.laptops, this::sleep);
        add(drawn, settings.kills, this::kill);
        add(drawn, settings.clockJumps, this::jump);
        add(drawn, settings.busy, machine -> occupy());
        add(drawn, settings.outages, this::cutOff);
        add(drawn, drawn.isEmpty(), machine -> {});
        return drawn;
    }

    private static void add(List<Consumer<Machine>> drawn, boolean wanted, Consumer<Machine> trouble) {
        if (wanted) {
            drawn.add(trouble);
        }
    }

    private void stop(Machine machine) {
        long nanos = scheduler.random(SECOND / 10, 15 * SECOND);
        scheduler.note(() -> "stops " + machine + " for " + nanos / 1_000_000 + " ms");
        machine.stop(nanos);
    }

    private void sleep(Machine machine) {
        scheduler.note(() -> "closes the laptop of " + machine);
        machine.sleep(scheduler.random(SECOND, 20 * SECOND));
    }

    private void kill(Machine machine) {
        if (killed < 2 && !machine.program.killed()) {
            scheduler.note(() -> "kills " + machine);
            killed++;
            machine.program.kill();
        }
    }

    private void jump(Machine machine) {
        long nanos = scheduler.random(-30 * SECOND, 30 * SECOND);
        scheduler.note(() -> "sets the clock of " + machine + " by " + nanos / 1_000_000 + " ms");
        machine.jumpClock(nanos);
    }

    private void occupy() {
        String resource = settings.occupied.get(scheduler.random(settings.occupied.size()));
        long nanos =
                scheduler.random(SECOND / 10, scheduler.oneIn(settings.holdsLong() ? 2 : 4) ? 12 * SECOND : SECOND);
        scheduler.note(() -> "occupies " + resource + " for " + nanos / 1_000_000 + " ms");
        truth.busy(Key.lock(resource), nanos);
    }

    private void cutOff(Machine machine) {
        scheduler.note(() -> "cuts off " + machine);
        machine.cutOff(scheduler.random(SECOND / 2, 15 * SECOND));
    }
}
