package dev.holdfast.audit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** The corpus of planted mistakes and innocent look-alikes, each in a folder of its own. */
final class Corpus {
    static final Path PLANTED = Path.of("src/test/resources/recall/planted");
    static final Path INNOCENT = Path.of("src/test/resources/recall/innocent");

    /** The planted mistakes that the audit misses: one folder in a line. */
    static final Path MISSED = Path.of("src/test/resources/recall/missed.txt");

    private Corpus() {}

    static List<String> knownMisses() {
        try {
            return Files.readAllLines(MISSED).stream()
                    .filter(line -> !line.startsWith("#"))
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns the folders in the order of their numbers. */
    static List<Path> cases(Path corpus) {
        try (Stream<Path> folders = Files.list(corpus)) {
            return folders.sorted().toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static int number(Path folder) {
        return Integer.parseInt(part(folder, 0));
    }

    /** Returns the style of an application, such as {@code jooq}. */
    static String style(Path folder) {
        return part(folder, 1);
    }

    private static String part(Path folder, int index) {
        return folder.getFileName().toString().split("-", 3)[index];
    }

    /** Returns the cases whose planted mistake is not found in its line by its rule. */
    static List<Path> missed() {
        List<Path> missed = new ArrayList<>();
        for (Path folder : cases(PLANTED)) {
            if (!Samples.found(Audit.of(folder)).containsAll(Samples.planted(folder))) {
                missed.add(folder);
            }
        }
        return missed;
    }
}
