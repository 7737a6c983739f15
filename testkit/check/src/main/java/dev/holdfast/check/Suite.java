package dev.holdfast.check;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * The tests of one module, as its build left them.
 *
 * @param module its folder from the project's root, with slashes
 * @param folder the folder in which its tests run
 * @param build its build folder
 * @param forks the number of JVMs that may run its tests at the same time
 * @param options of such a JVM
 * @param classPath of such a JVM
 * @param classes the names of its test classes
 */
record Suite(
        String module,
        Path folder,
        Path build,
        int forks,
        List<String> options,
        String classPath,
        List<String> classes) {
    /** The file that a module's build writes: how many JVMs, their options and their class path, a line each. */
    private static final String FILE = "tests.txt";

    /** Reads what the build of a module left; the result is empty if it has no tests. */
    static List<Suite> read(Path root, String module, String build) throws IOException {
        Path folder = root.resolve(module);
        Path built = folder.resolve(build);
        Path file = built.resolve(FILE);
        List<String> classes = testClasses(built.resolve("test-classes"));
        if (classes.isEmpty() || !Files.exists(file)) {
            return List.of();
        }
        List<String> lines = Files.readAllLines(file);
        List<String> options = Stream.of(lines.get(1).split(" ", -1))
                .filter(option -> !option.isBlank())
                .toList();
        int forks = Integer.parseInt(lines.get(0).strip());
        return List.of(new Suite(module, folder, built, forks, options, lines.get(2), classes));
    }

    /** Returns a suite with other classes. */
    Suite withClasses(List<String> others) {
        return new Suite(module, folder, build, forks, options, classPath, others);
    }

    private static List<String> testClasses(Path folder) throws IOException {
        if (!Files.isDirectory(folder)) {
            return List.of();
        }
        List<String> names = new ArrayList<>();
        try (Stream<Path> files = Files.walk(folder)) {
            files.map(file -> folder.relativize(file).toString())
                    .filter(name -> name.endsWith("Test.class") && !name.contains("$"))
                    .map(name ->
                            name.substring(0, name.length() - ".class".length()).replace(File.separatorChar, '.'))
                    .sorted()
                    .forEach(names::add);
        }
        return names;
    }
}
