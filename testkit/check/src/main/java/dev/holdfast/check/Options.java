package dev.holdfast.check;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The arguments of the program.
 *
 * @param root the project's root
 * @param build the name of the modules' build folders
 * @param logs the folder for all output and results
 * @param workers the number of JVMs that run tests at the same time
 * @param test the only class to run, by its simple name, or empty
 * @param method the only method of it to run, or empty
 * @param modules the modules whose tests run
 */
record Options(Path root, String build, Path logs, int workers, String test, String method, List<String> modules) {

    /** Reads the command line, which the script {@code check} makes. */
    static Options of(String... arguments) {
        Path root = Path.of("").toAbsolutePath();
        String build = "target";
        int workers = Runtime.getRuntime().availableProcessors() + 3;
        String test = "";
        String logs = "check";
        List<String> modules = new ArrayList<>();
        for (int at = 0; at < arguments.length; at++) {
            switch (arguments[at]) {
                case "--build" -> build = arguments[++at];
                case "--workers" -> workers = Integer.parseInt(arguments[++at]);
                case "--test" -> test = arguments[++at];
                case "--logs" -> logs = arguments[++at];
                default -> modules.add(arguments[at]);
            }
        }
        int hash = test.indexOf('#');
        return new Options(
                root,
                build,
                root.resolve(build).resolve(logs),
                workers,
                hash < 0 ? test : test.substring(0, hash),
                hash < 0 ? "" : test.substring(hash + 1),
                List.copyOf(modules));
    }

    /** Returns whether a class is to be run. */
    boolean wants(String className) {
        return test.isEmpty() || className.equals(test) || className.endsWith("." + test);
    }
}
