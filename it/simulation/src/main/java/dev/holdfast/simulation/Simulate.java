package dev.holdfast.simulation;

import java.io.PrintStream;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** The program behind {@code it/simulate}. */
public final class Simulate {
    private static final int USAGE = 64;

    private final PrintStream out;
    private long seed = System.nanoTime();
    private long schedules = Long.MAX_VALUE;
    private double minutes;
    private boolean once;
    private boolean flaws;
    private String only = "";

    private Simulate(PrintStream out) {
        this.out = out;
    }

    public static void main(String[] arguments) {
        System.exit(run(arguments, System.out));
    }

    static int run(String[] arguments, PrintStream out) {
        Simulate simulate = new Simulate(out);
        try {
            simulate.read(arguments);
        } catch (IllegalArgumentException e) {
            out.println("it/simulate: " + e.getMessage() + " See it/simulate --help.");
            return USAGE;
        }
        return simulate.flaws ? simulate.plant() : simulate.search();
    }

    private void read(String[] arguments) {
        for (int i = 0; i < arguments.length; i++) {
            switch (arguments[i]) {
                case "--minutes" -> minutes = number(arguments, ++i);
                case "--schedules" -> schedules = (long) number(arguments, ++i);
                case "--from" -> seed = (long) number(arguments, ++i);
                case "--seed" -> {
                    seed = (long) number(arguments, ++i);
                    once = true;
                }
                case "--flaws" -> flaws = true;
                case "--only" -> only = text(arguments, ++i);
                default -> throw new IllegalArgumentException("'" + arguments[i] + "' is not an option.");
            }
        }
        if (minutes == 0 && schedules == Long.MAX_VALUE) {
            schedules = flaws ? 20_000 : 10_000;
        }
    }

    private static double number(String[] arguments, int place) {
        try {
            double number = Double.parseDouble(arguments[place]);
            if (number > 0) {
                return number;
            }
        } catch (ArrayIndexOutOfBoundsException | NumberFormatException e) {
            // told below
        }
        throw new IllegalArgumentException(arguments[place - 1] + " needs a number above 0.");
    }

    private static String text(String[] arguments, int place) {
        if (place == arguments.length) {
            throw new IllegalArgumentException(arguments[place - 1] + " needs a word.");
        }
        return arguments[place];
    }

    /** Runs schedules on all processors until time or number is over, or one of them shows a violation. */
    private int search() {
        if (once) {
            try (Simulation simulation = new Simulation(null)) {
                Simulation.Outcome outcome = simulation.run(seed, true);
                out.println(outcome.trace());
                return report(outcome);
            }
        }
        long end = minutes == 0 ? Long.MAX_VALUE : System.nanoTime() + (long) (minutes * 60e9);
        long begin = System.nanoTime();
        Campaign campaign = new Campaign(seed, schedules, end);
        campaign.run(Runtime.getRuntime().availableProcessors());
        out.printf(
                Locale.ROOT,
                "%,d schedules from seed %d, %,d switches each on average, %.0f s%n",
                campaign.done.get(),
                seed,
                campaign.switches.get() / Math.max(1, campaign.done.get()),
                (System.nanoTime() - begin) / 1e9);
        Simulation.Outcome failed = campaign.failed.get();
        if (failed != null) {
            out.println(failed.trace());
        }
        return report(failed);
    }

    private int report(Simulation.@Nullable Outcome outcome) {
        if (outcome == null || outcome.violation() == null) {
            out.println("No violation.");
            return 0;
        }
        out.println("VIOLATION: " + outcome.violation());
        out.println("Repeat it with: it/simulate --seed " + outcome.seed());
        return 1;
    }

    /** Plants each flaw, and says how many schedules it took to find it. */
    private int plant() {
        int missed = 0;
        out.println("| planted flaw | found after | as |");
        out.println("|---|--:|---|");
        for (Flaw flaw : Flaws.ALL) {
            if (!flaw.name().contains(only)) {
                continue;
            }
            Found found = Found.of(flaw, seed, (int) Math.min(schedules, 20_000));
            out.println("| " + flaw.name() + " | " + (found == null ? "**not found**" : found.schedules()) + " | "
                    + (found == null ? "" : found.violation()) + " |");
            missed += found == null ? 1 : 0;
        }
        return missed == 0 ? 0 : 1;
    }

    /** Schedules that several threads run, each from the next seed. */
    static final class Campaign {
        private final AtomicLong next;
        private final long last;
        private final long end;
        final AtomicLong done = new AtomicLong();
        final AtomicLong switches = new AtomicLong();
        final AtomicReference<Simulation.@Nullable Outcome> failed = new AtomicReference<>();

        /** @param end when to stop, as {@link System#nanoTime} */
        Campaign(long first, long count, long end) {
            this.next = new AtomicLong(first);
            this.last = count == Long.MAX_VALUE ? Long.MAX_VALUE : first + count;
            this.end = end;
        }

        void run(int workers) {
            Thread[] threads = new Thread[workers];
            for (int i = 0; i < workers; i++) {
                threads[i] = new Thread(this::work, "simulation-" + i);
                threads[i].start();
            }
            for (Thread thread : threads) {
                try {
                    thread.join();
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
            }
        }

        private void work() {
            try (Simulation simulation = new Simulation(null)) {
                long seed = next.getAndIncrement();
                while (seed < last && failed.get() == null && System.nanoTime() - end < 0) {
                    Simulation.Outcome outcome = simulation.run(seed);
                    done.incrementAndGet();
                    switches.addAndGet(outcome.switches());
                    if (outcome.violation() != null) {
                        failed.compareAndSet(null, outcome);
                    }
                    seed = next.getAndIncrement();
                }
            }
        }
    }
}
