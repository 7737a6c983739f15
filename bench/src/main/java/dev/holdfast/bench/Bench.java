package dev.holdfast.bench;

import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.logging.Level;
import java.util.logging.Logger;

/** The program: measures the requested parts, prints the results, and writes the report. */
public final class Bench {
    private Bench() {}

    public static void main(String[] arguments) throws Exception {
        // Some of the libraries print messages.
        Logger.getLogger("").setLevel(Level.SEVERE);
        Progress progress = new Progress(new PrintStream(System.err, true, StandardCharsets.UTF_8));
        Options options;
        try {
            options = Options.parse(arguments, Suites.ALL, progress);
        } catch (IllegalArgumentException e) {
            System.err.println("bench: " + e.getMessage());
            System.exit(64);
            return;
        }
        Report report = new Report(new PrintStream(System.out, true, StandardCharsets.UTF_8));
        options.suite().head().write(report);
        for (Map.Entry<String, Part> part : options.suite().parts().entrySet()) {
            if (options.parts().contains(part.getKey())) {
                run(part, options.setting(), report);
            }
        }
        progress.step("done");
        progress.end();
        report.end();
        if (options.report() != null) {
            report.write(options.report());
        }
        System.exit(!report.troubles().isEmpty() || (options.strict() && report.missed() > 0) ? 1 : 0);
    }

    /** Runs one part; if it fails, the others are measured without it. */
    private static void run(Map.Entry<String, Part> part, Setting setting, Report report) {
        try {
            part.getValue().run(setting, report);
        } catch (Exception | LinkageError e) {
            setting.progress().end();
            e.printStackTrace(System.err);
            report.broke(part.getKey() + ": " + e.toString().lines().findFirst().orElse(""));
        }
    }
}
