package dev.holdfast.bench;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What the command line says.
 *
 * @param parts the names of the parts to run
 * @param report the file to write, or null for none
 */
record Options(
        Setting setting,
        List<String> parts,
        boolean strict,
        @Nullable Path report) {
    private static final Path IN_MEMORY = Path.of("/dev/shm");
    private static final Path USUAL_REPORT = Path.of("docs", "benchmarks", "kernel.md");

    static Options parse(String[] arguments, List<String> known) {
        List<String> parts = new ArrayList<>();
        boolean quick = false;
        boolean strict = false;
        Path disk = Path.of("bench", "target", "tmp");
        Path ram = Files.isWritable(IN_MEMORY) ? IN_MEMORY : null;
        Path report = null;
        for (int i = 0; i < arguments.length; i++) {
            switch (arguments[i]) {
                case "--quick" -> quick = true;
                case "--strict" -> strict = true;
                case "--disk" -> disk = Path.of(value(arguments, ++i));
                case "--memory" -> ram = Path.of(value(arguments, ++i));
                case "--report" -> report = Path.of(value(arguments, ++i));
                default -> parts.add(part(arguments[i], known));
            }
        }
        if (report == null && parts.isEmpty() && !quick) {
            report = USUAL_REPORT;
        }
        disk = disk.toAbsolutePath();
        Setting setting = new Setting(disk, ram == null ? disk : ram.toAbsolutePath(), quick);
        return new Options(setting, parts.isEmpty() ? known : parts, strict, report);
    }

    private static String part(String name, List<String> known) {
        if (!known.contains(name)) {
            throw new IllegalArgumentException(
                    "There is no part or option '" + name + "'; the parts are " + String.join(", ", known) + ".");
        }
        return name;
    }

    private static String value(String[] arguments, int index) {
        if (index == arguments.length) {
            throw new IllegalArgumentException("The option " + arguments[index - 1] + " needs a path after it.");
        }
        return arguments[index];
    }
}
