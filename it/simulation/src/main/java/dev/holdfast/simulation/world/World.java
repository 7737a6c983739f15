package dev.holdfast.simulation.world;

import dev.holdfast.LockHandle;
import dev.holdfast.LockRequest;
import dev.holdfast.Owner;
import dev.holdfast.simulation.Program;
import dev.holdfast.simulation.Scheduler;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** One schedule: three programs and their callers on one store, trouble, a quiet time, and what must be true then. */
public final class World implements Runnable {
    private static final int MACHINES = 3;
    /** Longer than a lease and the life of a ticket; and than a late change takes, with the clean-up of what it grants. */
    private static final long QUIET = 25_000_000_000L;

    private static final long MAX_TIME = 600_000_000_000L;

    private final Scheduler scheduler = Scheduler.here();
    private final Settings settings = Settings.drawn(scheduler);
    private final Judge judge = new Judge(scheduler, settings);
    private final Truth truth = new Truth(scheduler, settings, judge);
    private final Yard yard = new Yard(scheduler, truth, judge);
    private final List<Machine> machines = new ArrayList<>();
    private final List<Program> programs = new ArrayList<>();

    @Override
    public void run() {
        scheduler.note(settings::toString);
        judge.over(truth);
        scheduler.checking(judge::check);
        for (int i = 0; i < MACHINES; i++) {
            Program program = new Program("p" + (i + 1));
            SimulatedProcesses.here().add(program, settings.oneHost ? "host" : "host-" + i);
            programs.add(program);
            scheduler.start(program, "main", () -> start(program));
        }
        new Troublemaker(scheduler, settings, truth, machines).begin();
        awaitCallers();
        settings.end();
        scheduler.note(() -> "all callers have ended");
        scheduler.sleep(QUIET);
        if (programs.stream().anyMatch(Program::killed)) {
            yard.mayRemainAfterKill();
        }
        judge.checkEnd(yard.mayRemain());
        probe();
    }

    private void start(Program program) {
        Machine machine = new Machine(scheduler, program, truth, settings);
        for (int i = 0; i < settings.callers; i++) {
            String name = program.name() + "-c" + i;
            Caller caller = new Caller(scheduler, settings, judge, machine, yard, name);
            machine.working++;
            scheduler.start(program, name, () -> {
                caller.run();
                machine.working--;
            });
        }
        machines.add(machine);
    }

    private void awaitCallers() {
        long end = scheduler.now() + MAX_TIME;
        scheduler.sleepUntil(500_000_000L, () -> {
            if (scheduler.now() >= end) {
                scheduler.fail("Callers have not ended in time.");
            }
            return programs.stream().allMatch(program -> program.killed() || started(program))
                    && machines.stream().allMatch(machine -> machine.program.killed() || machine.working == 0);
        });
    }

    private boolean started(Program program) {
        return machines.stream().anyMatch(machine -> machine.program == program);
    }

    /** Checks that a newcomer can acquire everything that is not held for a reason. */
    private void probe() {
        Program program = new Program("newcomer");
        SimulatedProcesses.here().add(program, "host");
        boolean[] done = {false};
        scheduler.start(program, "main", () -> {
            Machine machine = new Machine(scheduler, program, truth, settings);
            settings.resources.forEach(resource -> probe(machine, resource));
            done[0] = true;
        });
        scheduler.sleepUntil(1_000_000_000L, () -> done[0]);
    }

    private void probe(Machine machine, String resource) {
        Instant begin = truth.now();
        if (isStuck(resource) || acquires(machine, resource)) {
            return;
        }
        // A promise is kept when the next caller looks, to an asker that may be gone: it has a lease, or may be stuck.
        boolean handed = truth.lock(resource).holds().stream()
                .anyMatch(hold -> !hold.since().isBefore(begin));
        if (handed) {
            scheduler.sleep(QUIET);
        }
        if (!isStuck(resource) && !(handed && acquires(machine, resource))) {
            scheduler.fail(resource + " cannot be acquired although nothing holds it.");
        }
    }

    private boolean acquires(Machine machine, String resource) {
        LockRequest request = LockRequest.of(resource).owner(Owner.of("newcomer"));
        boolean waits = settings.policies.forResource(resource).waiting().allowed();
        try (LockHandle handle = machine.manager()
                .tryAcquire(waits ? request.timeout(Duration.ofSeconds(30)) : request)
                .handle()
                .orElse(null)) {
            return handle != null;
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Returns whether it has a hold that ends neither by time nor by a proof. */
    private boolean isStuck(String resource) {
        return truth.lock(resource).holds().stream()
                .anyMatch(hold -> hold.until() == null
                        && (!settings.oneHost
                                || yard.mayRemain().contains(hold.owner().id())));
    }
}
