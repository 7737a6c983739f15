package dev.holdfast.protocol.gitlfs;

import dev.holdfast.internal.base.RecentMap;
import dev.holdfast.internal.storage.Log;
import dev.holdfast.server.http.Problem;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The files of a bare repository, from git. The list of a commit is kept, since it never changes; which commit a reference names is
 * asked each time. Thread-safe.
 */
final class RepositoryFiles {
    private static final int MAX_LISTS = 8;
    private static final Pattern REFERENCE = Pattern.compile("refs/[A-Za-z0-9][A-Za-z0-9._/-]{0,200}");

    /** A line of {@code git cat-file --batch-check} about a name that has a tree. */
    private static final Pattern TREE = Pattern.compile("([0-9a-f]+) tree [0-9]+");

    private final Path folder;
    private final Function<String, List<String>> covering;
    private final String program;
    /** By the tree of a commit. */
    private final Map<String, Map<String, List<String>>> lists = new RecentMap<>(MAX_LISTS);

    /** @param covering returns the resources that cover a file */
    RepositoryFiles(Path folder, Function<String, List<String>> covering) {
        this(folder, covering, "git");
    }

    /** @param program the program git */
    RepositoryFiles(Path folder, Function<String, List<String>> covering, String program) {
        this.folder = folder;
        this.covering = covering;
        this.program = program;
    }

    boolean isThere() {
        try {
            return git("", "rev-parse", "--git-dir").isPresent();
        } catch (Problem noGit) {
            return false;
        }
    }

    /**
     * Returns the files of a reference by the resources that cover them; those of the default branch if there is no such reference
     * yet, and none if there is no commit.
     */
    Map<String, List<String>> of(String reference) {
        boolean isOne = REFERENCE.matcher(reference).matches() && !reference.contains("..");
        return tree(isOne ? List.of(reference, "HEAD") : List.of("HEAD"))
                .map(this::list)
                .orElse(Map.of());
    }

    /** Returns the tree of the first of these references that has one. All are looked up by one process. */
    private Optional<String> tree(List<String> references) {
        String names = references.stream().map(each -> each + "^{tree}\n").collect(Collectors.joining());
        return git(names, "cat-file", "--batch-check")
                .orElseThrow(this::unreadable)
                .lines()
                .map(TREE::matcher)
                .filter(Matcher::matches)
                .map(line -> line.group(1))
                .findFirst();
    }

    /** Throws a {@link Problem} if there is no list: a push would be let through whose files others have locked. */
    private Map<String, List<String>> list(String tree) {
        synchronized (lists) {
            return lists.computeIfAbsent(
                    tree,
                    any -> git("", "ls-tree", "-r", "-z", "--name-only", tree)
                            .map(this::byResource)
                            .orElseThrow(this::unreadable));
        }
    }

    private Problem unreadable() {
        Log.warning("dev.holdfast.server", "The files of the repository " + folder + " cannot be read by git.");
        return new Problem(
                        503,
                        "Repository not readable",
                        "The files of this repository cannot be read, so it is not known which of them are locked: try"
                                + " again in a moment, or ask the operator of the server.")
                .header("Retry-After", "5");
    }

    private Map<String, List<String>> byResource(String paths) {
        Map<String, List<String>> files = new HashMap<>();
        for (String path : paths.split("\0", -1)) {
            if (!path.isEmpty()) {
                covering.apply(path)
                        .forEach(resource -> files.computeIfAbsent(resource, any -> new ArrayList<>())
                                .add(path));
            }
        }
        return files;
    }

    /**
     * Returns what a git command prints; empty if it fails. Throws a {@link Problem} if it cannot be run.
     *
     * @param input a few lines that it reads
     */
    private Optional<String> git(String input, String... arguments) {
        List<String> line = new ArrayList<>(List.of(program, "--git-dir=" + folder));
        line.addAll(List.of(arguments));
        try {
            Process git = new ProcessBuilder(line)
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
            feed(git, input);
            String printed = new String(git.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            return git.waitFor() == 0 ? Optional.of(printed) : Optional.empty();
        } catch (IOException e) {
            Log.warning("dev.holdfast.server", "git cannot be started for " + folder + ": " + e.getMessage());
            throw unreadable();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw unreadable();
        }
    }

    private static void feed(Process git, String input) {
        try (OutputStream in = git.getOutputStream()) {
            in.write(input.getBytes(StandardCharsets.UTF_8));
        } catch (IOException e) {
            return; // it has ended before it read this, and its exit code says so
        }
    }
}
