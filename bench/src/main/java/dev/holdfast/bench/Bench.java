package dev.holdfast.bench;

import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.lang.management.OperatingSystemMXBean;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** The program: measures what it is asked for, prints it, and writes it down. */
public final class Bench {
    private static final Map<String, Part> PARTS = parts();

    private Bench() {}

    private static Map<String, Part> parts() {
        Map<String, Part> parts = new LinkedHashMap<>();
        parts.put("memory", new MemorySpeed());
        parts.put("sqlite", new SqliteSpeed());
        parts.put("folders", new FolderSpeed());
        parts.put("resume", new ResumeTimes());
        parts.put("many", new ManyLocks());
        parts.put("shell", new ShellSpeed());
        parts.put("startup", new StartUp());
        return parts;
    }

    public static void main(String[] arguments) throws Exception {
        Options options;
        try {
            options = Options.parse(arguments, List.copyOf(PARTS.keySet()));
        } catch (IllegalArgumentException e) {
            System.err.println("bench: " + e.getMessage());
            System.exit(64);
            return;
        }
        Report report = new Report(new PrintStream(System.out, true, StandardCharsets.UTF_8));
        head(report);
        for (Map.Entry<String, Part> part : PARTS.entrySet()) {
            if (options.parts().contains(part.getKey())) {
                part.getValue().run(options.setting(), report);
            }
        }
        report.line("");
        report.line("Goals missed: " + report.missed() + ".");
        Path file = options.report();
        if (file != null) {
            Files.createDirectories(file.toAbsolutePath().getParent());
            Files.writeString(file, report.text());
        }
        System.exit(options.strict() && report.missed() > 0 ? 1 : 0);
    }

    private static void head(Report report) {
        OperatingSystemMXBean system = ManagementFactory.getOperatingSystemMXBean();
        report.line("# Speed of the kernel");
        report.line(
                "Written by `bench/run`. Figures hang on the machine; ratios, measured in one run with the bare operation and"
                        + " the lock manager in turn, much less so. Each is the median of its slices, with the middle half of them.");
        report.line("");
        report.line(String.format(
                Locale.ROOT,
                "%s %s, %d processors, load %.1f at the start, Java %s.",
                system.getName(),
                system.getArch(),
                system.getAvailableProcessors(),
                system.getSystemLoadAverage(),
                Runtime.version().feature()));
    }
}
