package dev.holdfast.audit.read;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

/** The relevant files of a folder. */
record SourceFiles(Path folder, boolean tests) {
    private static final Set<String> MADE = Set.of("target", "build", "out", "dist", "node_modules");
    private static final Pattern SETTINGS =
            Pattern.compile("(application|bootstrap|quartz|hibernate|holdfast|jpa|persistence)[\\w.-]*\\.properties");
    private static final Pattern TEST_FOLDER = Pattern.compile("(^|/)src/[^/]*([tT]est|jmh|it)[^/]*/|(^|/)tests?/");
    private static final Pattern TEST_FILE = Pattern.compile("(Test|Tests|TestCase|IT)\\.java$");

    /** Returns the files in the order of their names, so that every run reports the same. */
    List<Path> list() throws IOException {
        List<Path> found = new ArrayList<>();
        Files.walkFileTree(folder, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path directory, BasicFileAttributes attributes) {
                return directory.equals(folder) || isWorth(directory)
                        ? FileVisitResult.CONTINUE
                        : FileVisitResult.SKIP_SUBTREE;
            }

            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
                if (attributes.isRegularFile() && isSource(file)) {
                    found.add(file);
                }
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFileFailed(Path file, IOException failure) {
                return FileVisitResult.CONTINUE;
            }
        });
        found.sort((one, other) -> name(folder, one).compareTo(name(folder, other)));
        return found;
    }

    private boolean isWorth(Path directory) {
        String name = String.valueOf(directory.getFileName());
        boolean inSources = ("/" + name(folder, directory)).contains("/src/"); // where it is a package
        return !name.startsWith(".") && (inSources || !MADE.contains(name));
    }

    private boolean isSource(Path file) {
        String name = String.valueOf(file.getFileName());
        String lower = name.toLowerCase(Locale.ROOT);
        if (!tests
                && (TEST_FOLDER.matcher(name(folder, file)).find()
                        || TEST_FILE.matcher(name).find())) {
            return false;
        }
        return name.endsWith(".java")
                || lower.endsWith(".sql")
                || lower.endsWith(".ddl")
                || lower.endsWith(".yml")
                || lower.endsWith(".yaml")
                || SETTINGS.matcher(lower).matches()
                || lower.endsWith(".xml");
    }

    static String name(Path folder, Path file) {
        return folder.relativize(file).toString().replace('\\', '/');
    }
}
