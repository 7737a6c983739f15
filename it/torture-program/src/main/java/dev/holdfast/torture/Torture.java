package dev.holdfast.torture;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The main program. {@code it/torture --help} says how to use it. */
public final class Torture {
    private static final int SHOWN = 10;

    private Torture() {}

    public static void main(String[] args) throws Exception {
        int code;
        try {
            code = run(Options.parse(args), System.out);
        } catch (IllegalArgumentException e) {
            System.err.println("torture: " + e.getMessage());
            code = 64;
        }
        System.exit(code);
    }

    /** Runs on each store in turn. Returns the exit code: 1 if there was a violation. */
    static int run(Options options, PrintStream out) throws IOException, InterruptedException {
        Path folder = options.folder();
        Path base = folder == null ? Files.createTempDirectory("torture") : Files.createDirectories(folder);
        StringBuilder table = new StringBuilder(Result.head());
        List<Result> results = new ArrayList<>();
        for (String store : options.stores()) {
            String name = store.contains(":") ? "store-" + results.size() : store;
            out.printf("%s: seed %d, histories in %s%n", store, options.seed(), base.resolve(name));
            Result result = Run.of(store, base.resolve(name).toAbsolutePath(), options);
            results.add(result);
            table.append(result.row());
            out.print(result.row());
            result.violations().stream().limit(SHOWN).forEach(violation -> out.println("  " + violation));
        }
        out.println();
        out.print(table);
        Path report = options.report();
        if (report != null) {
            Files.writeString(report, table);
        }
        return results.stream().allMatch(result -> result.violations().isEmpty()) ? 0 : 1;
    }
}
