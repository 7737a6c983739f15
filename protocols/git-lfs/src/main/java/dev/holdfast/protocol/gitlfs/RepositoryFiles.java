package dev.holdfast.protocol.gitlfs;

import dev.holdfast.internal.base.RecentMap;
import dev.holdfast.internal.storage.Log;
import dev.holdfast.server.http.Problem;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Pattern;

/**
 * The files of a bare repository, from git. The list of a commit is kept, since it never changes; which commit a reference names is
 * asked each time. Thread-safe.
 */
final class RepositoryFiles {
    private static final int MAX_LISTS = 8;
    private static final Pattern REFERENCE = Pattern.compile("refs/[A-Za-z0-9][A-Za-z0-9._/-]{0,200}");

    private final Path folder;
    private final Function<String, List<String>> covering;
    /** By the tree of a commit. */
    private final Map<String, Map<String, List<String>>> lists = new RecentMap<>(MAX_LISTS);

    /** @param covering returns the resources that cover a file */
    RepositoryFiles(Path folder, Function<String, List<String>> covering) {
        this.folder = folder;
        this.covering = covering;
    }

    boolean isThere() {
        try {
            return git("rev-parse", "--git-dir").isPresent();
        } catch (Problem noGit) {
            return false;
        }
    }

    /**
     * Returns the files of a reference by the resources that cover them; those of the default branch if there is no such reference
     * yet, and none if there is no commit.
     */
    Map<String, List<String>> of(String reference) {
        Optional<String> tree = REFERENCE.matcher(reference).matches() && !reference.contains("..")
                ? tree(reference)
                : Optional.empty();
        Optional<String> found = tree.or(() -> tree("HEAD"));
        if (found.isEmpty() && !isThere()) {
            throw unreadable();
        }
        return found.map(this::list).orElse(Map.of());
    }

    private Optional<String> tree(String reference) {
        return git("rev-parse", "--verify", "--quiet", "--end-of-options", reference + "^{tree}")
                .map(String::strip);
    }

    /** Throws a {@link Problem} if there is no list: a push would be let through whose files others have locked. */
    private Map<String, List<String>> list(String tree) {
        synchronized (lists) {
            return lists.computeIfAbsent(
                    tree,
                    any -> git("ls-tree", "-r", "-z", "--name-only", tree)
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

    /** Returns what a git command prints; empty if it fails. Throws a {@link Problem} if it cannot be run. */
    private Optional<String> git(String... arguments) {
        List<String> line = new ArrayList<>(List.of("git", "--git-dir=" + folder));
        line.addAll(List.of(arguments));
        try {
            Process git = new ProcessBuilder(line)
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
            git.getOutputStream().close();
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
}
