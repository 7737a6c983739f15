package dev.holdfast.simulation;

import java.lang.reflect.InvocationTargetException;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;

/** Runs schedules, one after the other, each from a seed. For one thread; several may run beside each other. */
final class Simulation implements AutoCloseable {
    private static final String WORLD = "dev.holdfast.simulation.world.World";

    /** Kept, since a logger that is used by no one forgets its level. */
    private static final Logger LOG = Logger.getLogger("dev.holdfast");

    private final Crew crew = new Crew();
    private final Class<?> world;

    /** @param flaw what is planted into the product, or null for the product as it is */
    Simulation(@Nullable Flaw flaw) {
        // Simulated outages are no news.
        LOG.setLevel(Level.OFF);
        try {
            SimulatedLoader loader = new SimulatedLoader(flaw);
            loader.initialiseAll();
            world = Class.forName(WORLD, true, loader);
        } catch (ClassNotFoundException e) {
            throw new IllegalStateException("The simulated world cannot be loaded.", e);
        }
    }

    /**
     * The outcome of one schedule.
     *
     * @param violation what was violated, or null
     * @param trace the last lines of what happened
     * @param hash of all that happened: the same for the same seed
     */
    record Outcome(long seed, @Nullable String violation, long switches, String trace, long hash) {}

    /** Runs a schedule. After a violation it is run again, to tell what happened. */
    Outcome run(long seed) {
        Outcome outcome = run(seed, false);
        return outcome.violation() == null ? outcome : run(seed, true);
    }

    Outcome run(long seed, boolean tracing) {
        Scheduler scheduler = new Scheduler(crew, seed, tracing);
        String violation = scheduler.run(this::live);
        return new Outcome(
                seed, violation, scheduler.switches(), scheduler.trace().toString(), scheduler.history());
    }

    private void live() {
        try {
            ((Runnable) world.getDeclaredConstructor().newInstance()).run();
        } catch (InvocationTargetException e) {
            throw new IllegalStateException("The simulated world cannot begin.", e.getCause());
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("The simulated world cannot begin.", e);
        }
    }

    @Override
    public void close() {
        crew.close();
    }
}
