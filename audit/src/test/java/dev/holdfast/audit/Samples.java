package dev.holdfast.audit;

import dev.holdfast.audit.base.Progress;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The sample application with all mistakes, its twin without, and small ones that tests write themselves. */
final class Samples {
    static final Path MISTAKEN = Path.of("src/test/resources/sample/mistaken");
    static final Path CORRECTED = Path.of("src/test/resources/sample/corrected");

    private static final Pattern PLANTED = Pattern.compile("finds ([a-z-]+)");

    private Samples() {}

    static List<String> planted() {
        return planted(MISTAKEN);
    }

    /** What is planted in an application, as {@code file:line rule}: the lines say it themselves. */
    static List<String> planted(Path folder) {
        TreeSet<String> planted = new TreeSet<>();
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                int line = 0;
                for (String text : Files.readAllLines(file)) {
                    line++;
                    Matcher matcher = PLANTED.matcher(text);
                    while (matcher.find()) {
                        planted.add(folder.relativize(file) + ":" + line + " " + matcher.group(1));
                    }
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return List.copyOf(planted);
    }

    /** What an audit finds there, in the same form. */
    static List<String> found(Audit audit) {
        return report(audit).findings().stream()
                .map(finding -> finding.place() + " " + finding.rule().id())
                .sorted()
                .toList();
    }

    static Report report(Audit audit) {
        try {
            return audit.run(Progress.NONE);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Writes a file of an application. */
    static void write(Path folder, String file, String text) {
        try {
            Path path = folder.resolve(file);
            Files.createDirectories(path.getParent());
            Files.writeString(path, text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
