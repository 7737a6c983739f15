package dev.holdfast.cli.install;

import dev.holdfast.cli.base.CommandFailure;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** The files of a repository that make Git LFS lock: {@code .lfsconfig}, and {@code lockable} in {@code .gitattributes}. */
public final class LfsFiles {
    private static final String CONFIG = """
            [lfs]
            	locksverify = true
            """;

    private final Path root;

    public LfsFiles(Path root) {
        this.root = root;
    }

    /**
     * Writes what is missing, and keeps all else.
     *
     * @param patterns of the files that can be locked
     */
    public void install(List<String> patterns, Installation installation) {
        Path config = own(".lfsconfig");
        String before = Installation.read(config);
        boolean said = before != null && before.toLowerCase(Locale.ROOT).contains("locksverify");
        installation.write(config, before, said ? before : text(before) + CONFIG, false);
        Path attributes = own(".gitattributes");
        String old = Installation.read(attributes);
        StringBuilder lines = new StringBuilder(text(old));
        for (String pattern : patterns) {
            String line = quoted(pattern) + " lockable";
            if (lines.toString()
                    .lines()
                    .noneMatch(
                            there -> there.startsWith(quoted(pattern) + " ") && there.matches(".* lockable( .*)?"))) {
                lines.append(line).append('\n');
            }
        }
        if (old != null || lines.length() > 0) {
            installation.write(attributes, old, lines.toString(), false);
        }
    }

    /** A link that came with a clone could lead to any file of the user. */
    private Path own(String name) {
        Path file = root.resolve(name);
        if (Files.isSymbolicLink(file)) {
            throw CommandFailure.usage(file + " is a link and was left alone: put a file in its place.");
        }
        return file;
    }

    private static String text(@Nullable String before) {
        return before == null ? "" : before.isEmpty() || before.endsWith("\n") ? before : before + "\n";
    }

    private static String quoted(String pattern) {
        return pattern.indexOf(' ') < 0 ? pattern : '"' + pattern + '"';
    }
}
