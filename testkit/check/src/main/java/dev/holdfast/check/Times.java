package dev.holdfast.check;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** The seconds of each test class in an earlier run: a line each, module, class and seconds with tabs between. */
final class Times {
    /** For a class that has never run. */
    private static final double UNKNOWN = 3;

    private final Map<String, Double> seconds = new TreeMap<>();

    /** Reads the files in their order; later ones win, and missing ones count as empty. */
    static Times read(Iterable<Path> files) throws IOException {
        Times times = new Times();
        for (Path file : files) {
            if (Files.exists(file)) {
                for (String line : Files.readAllLines(file, UTF_8)) {
                    String[] parts = line.split("\t", -1);
                    times.put(parts[0], parts[1], Double.parseDouble(parts[2]));
                }
            }
        }
        return times;
    }

    synchronized void put(String module, String className, double took) {
        seconds.put(module + "\t" + className, took);
    }

    /** Returns the seconds of a class, or a guess. */
    synchronized double of(String module, String className) {
        return seconds.getOrDefault(module + "\t" + className, UNKNOWN);
    }

    synchronized void write(Path file) throws IOException {
        StringBuilder text = new StringBuilder();
        seconds.forEach((name, took) -> text.append(String.format(Locale.ROOT, "%s\t%.1f%n", name, took)));
        Files.writeString(file, text, UTF_8);
    }
}
