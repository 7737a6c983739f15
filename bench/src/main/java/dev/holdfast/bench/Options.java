package dev.holdfast.bench;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The options on the command line.
 *
 * @param suite the report to make
 * @param parts the names of the parts to run
 * @param report the file to write, or null for none
 */
record Options(
        Setting setting,
        Suite suite,
        List<String> parts,
        boolean strict,
        @Nullable Path report) {
    private static final Path IN_MEMORY = Path.of("/dev/shm");
    private static final int ROUNDS = 9;
    private static final int QUICK_ROUNDS = 3;
    private static final Path REPORTS = Path.of("docs", "benchmarks");

    /** Parses the command line; if no part is named, the first report is made. */
    static Options parse(String[] arguments, List<Suite> suites, Progress progress) {
        List<String> names = new ArrayList<>();
        boolean quick = false;
        boolean strict = false;
        Path disk = Path.of("bench", "target", "tmp");
        Path ram = Files.isWritable(IN_MEMORY) ? IN_MEMORY : null;
        Path report = null;
        int rounds = 0;
        for (int i = 0; i < arguments.length; i++) {
            switch (arguments[i]) {
                case "--quick" -> quick = true;
                case "--strict" -> strict = true;
                case "--disk" -> disk = Path.of(value(arguments, ++i));
                case "--memory" -> ram = Path.of(value(arguments, ++i));
                case "--rounds" -> rounds = rounds(value(arguments, ++i));
                case "--report" -> report = Path.of(value(arguments, ++i));
                default -> names.add(arguments[i]);
            }
        }
        Suite suite = names.isEmpty() ? suites.get(0) : suite(names.get(0), suites);
        List<String> parts = parts(names, suite, suites);
        if (report == null && !quick && parts.size() == suite.parts().size()) {
            report = REPORTS.resolve(suite.file());
        }
        disk = disk.toAbsolutePath();
        Setting setting = new Setting(
                disk,
                ram == null ? disk : ram.toAbsolutePath(),
                quick,
                rounds > 0 ? rounds : quick ? QUICK_ROUNDS : ROUNDS,
                progress);
        return new Options(setting, suite, parts, strict, report);
    }

    private static List<String> parts(List<String> names, Suite suite, List<Suite> suites) {
        for (String name : names) {
            if (!suite(name, suites).equals(suite)) {
                throw new IllegalArgumentException("The parts '" + names.get(0) + "' and '" + name
                        + "' belong to two reports; measure them one after the other.");
            }
        }
        boolean whole = names.isEmpty() || names.contains(suite.name());
        return whole
                ? List.copyOf(suite.parts().keySet())
                : names.stream().distinct().toList();
    }

    /** Returns the suite with that name, or with a part of that name. */
    private static Suite suite(String name, List<Suite> suites) {
        return suites.stream()
                .filter(suite -> suite.name().equals(name) || suite.parts().containsKey(name))
                .findFirst()
                .orElseThrow(() ->
                        new IllegalArgumentException("There is no part or option '" + name + "'; the parts are "
                                + suites.stream()
                                        .map(suite -> String.join(
                                                        ", ", suite.parts().keySet()) + " (all: " + suite.name() + ")")
                                        .collect(Collectors.joining("; "))
                                + "."));
    }

    private static int rounds(String text) {
        try {
            int rounds = Integer.parseInt(text);
            if (rounds > 0) {
                return rounds;
            }
        } catch (NumberFormatException e) {
            // reported below
        }
        throw new IllegalArgumentException("The option --rounds needs a number above zero, not '" + text + "'.");
    }

    private static String value(String[] arguments, int index) {
        if (index == arguments.length) {
            throw new IllegalArgumentException("The option " + arguments[index - 1] + " needs a value after it.");
        }
        return arguments[index];
    }
}
