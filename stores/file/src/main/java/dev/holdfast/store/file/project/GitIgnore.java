package dev.holdfast.store.file.project;

import dev.holdfast.store.file.sidecar.Disk;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The line in a project's {@code .gitignore} that keeps its locks out of git. A convenience: its failure is only reported. */
public final class GitIgnore {
    private static final String COMMENT = "# Lock files (local only, not committed)";
    /** A line about a folder, or all that is in it: ignored, or on purpose not. A byte order mark may come first. */
    private static final Pattern PATTERN =
            Pattern.compile("(?:\u00EF\u00BB\u00BF)?!?(?:/|\\*\\*/)?(.*?)(?:/|/\\*|/\\*\\*)?");

    private static final String SPECIAL = "\\*?[]#! ";

    private final Path file;
    private final String line;

    /**
     * Creates it for one folder.
     *
     * @param locks the folder to be ignored; its parent is the project
     */
    public GitIgnore(Path locks) {
        Path folder = locks.toAbsolutePath().normalize();
        this.file = folder.resolveSibling(".gitignore");
        this.line = escaped(String.valueOf(folder.getFileName())) + "/";
    }

    /** Adds the line where git is used, unless one already names the folder. */
    void addWhereGitIsUsed(Consumer<String> warnings) {
        add(usesGit(), warnings);
    }

    /** Adds the line unless one already names the folder. Returns whether it was added. */
    public boolean add(Consumer<String> warnings) {
        return add(true, warnings);
    }

    private boolean add(boolean create, Consumer<String> warnings) {
        try {
            // A symbolic link is none either, and never followed.
            if (Files.exists(file, LinkOption.NOFOLLOW_LINKS)
                    && !Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
                warnings.accept(file + " is not a file and was left alone; add the line " + line + " yourself.");
                return false;
            }
            String text = read();
            if (text == null ? create : text.lines().noneMatch(this::speaksOfIt)) {
                append(text == null ? "" : text);
                return true;
            }
        } catch (IOException e) {
            warnings.accept(file + " could not be changed (" + e + "); add the line " + line + " to it yourself.");
        }
        return false;
    }

    private @Nullable String read() throws IOException {
        try {
            // Any bytes may be in there; this reads them all, and the line is compared as its bytes.
            return new String(Disk.read(file, Integer.MAX_VALUE), StandardCharsets.ISO_8859_1);
        } catch (NoSuchFileException e) {
            return null;
        }
    }

    private boolean usesGit() {
        for (Path folder = file.getParent(); folder != null; folder = folder.getParent()) {
            // In a linked work tree it is a file.
            if (Files.exists(folder.resolve(".git"), LinkOption.NOFOLLOW_LINKS)) {
                return true;
            }
        }
        return false;
    }

    private boolean speaksOfIt(String there) {
        Matcher pattern = PATTERN.matcher(there.strip());
        return pattern.matches() && pattern.group(1).equals(asRead(line.substring(0, line.length() - 1)));
    }

    // One write at the end, so that the rest of the file and its rights stay as they are.
    private void append(String text) throws IOException {
        String end = text.contains("\r\n") ? "\r\n" : "\n";
        String gap = text.isEmpty() ? "" : text.endsWith("\n") ? end : end + end;
        Disk.REAL.append(file, (gap + COMMENT + end + line + end).getBytes(StandardCharsets.UTF_8));
    }

    private static String asRead(String text) {
        return new String(text.getBytes(StandardCharsets.UTF_8), StandardCharsets.ISO_8859_1);
    }

    private static String escaped(String name) {
        StringBuilder pattern = new StringBuilder();
        name.chars()
                .forEach(c -> pattern.append(SPECIAL.indexOf(c) < 0 ? "" : "\\").append((char) c));
        return pattern.toString();
    }
}
