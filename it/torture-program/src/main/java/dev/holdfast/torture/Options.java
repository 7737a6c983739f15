package dev.holdfast.torture;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The options on the command line.
 *
 * @param stores the names of kinds of store, or addresses
 * @param stops whether workers are stopped for longer than their lease
 * @param folder for histories, or null for a new one
 * @param report a file for the table, or null
 */
record Options(
        List<String> stores,
        Duration time,
        int processes,
        int threads,
        boolean throughServer,
        boolean stops,
        boolean jumps,
        Flaw flaw,
        long seed,
        @Nullable Path folder,
        @Nullable Path report) {
    /** The cooldown of paced resources. */
    static final Duration COOLDOWN = Duration.ofMillis(400);

    /** Over soon, so that a stopped worker loses its holds. */
    private static final Duration SHORT_LEASE = Duration.ofSeconds(3);

    /** Longer than a busy machine keeps a worker from renewing. */
    private static final Duration LONG_LEASE = Duration.ofSeconds(20);

    Duration lease() {
        return stops ? SHORT_LEASE : LONG_LEASE;
    }

    static Options parse(String... args) {
        List<String> stores = new ArrayList<>();
        Duration time = Duration.ofMinutes(1);
        int processes = 4;
        int threads = 4;
        boolean throughServer = false;
        boolean stops = true;
        boolean jumps = false;
        Flaw flaw = Flaw.NONE;
        long seed = System.nanoTime();
        Path folder = null;
        Path report = null;
        Iterator<String> words = Arrays.asList(args).iterator();
        while (words.hasNext()) {
            String word = words.next();
            switch (word) {
                case "--store" -> stores.add(value(word, words));
                case "--all" -> stores.addAll(Place.KINDS);
                case "--minutes" -> time = Duration.ofMillis((long) (Double.parseDouble(value(word, words)) * 60_000));
                case "--processes" -> processes = Integer.parseInt(value(word, words));
                case "--threads" -> threads = Integer.parseInt(value(word, words));
                case "--through-server" -> throughServer = true;
                case "--no-stops" -> stops = false;
                case "--clock-jumps" -> jumps = true;
                case "--flaw" -> flaw = Flaw.named(value(word, words));
                case "--seed" -> seed = Long.parseLong(value(word, words));
                case "--folder" -> folder = Path.of(value(word, words));
                case "--report" -> report = Path.of(value(word, words));
                default -> throw new IllegalArgumentException("There is no option '" + word + "'.");
            }
        }
        if (stores.isEmpty()) {
            throw new IllegalArgumentException("Name a store with --store, or all of them with --all.");
        }
        if (processes < 1 || threads < 1 || time.isNegative() || time.isZero()) {
            throw new IllegalArgumentException("Processes, threads and minutes must be larger than zero.");
        }
        return new Options(
                List.copyOf(stores), time, processes, threads, throughServer, stops, jumps, flaw, seed, folder, report);
    }

    private static String value(String word, Iterator<String> words) {
        if (!words.hasNext()) {
            throw new IllegalArgumentException("The option " + word + " needs a value.");
        }
        return words.next();
    }
}
