package dev.holdfast.cli.git;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * The files that a commit or a push changes: added, edited, deleted, and both names of what is renamed. What a merge brings in as
 * others made it is not a change by who merges.
 */
public final class ChangedFiles {
    private static final String MERGED = "MERGE_HEAD";

    private final Git git;
    private final Path top;

    public ChangedFiles(Git git) {
        this.git = git;
        this.top = git.top();
    }

    /** Returns the files of the commit that is being made. */
    public List<String> staged() {
        Set<String> files = new LinkedHashSet<>(difference("--cached"));
        if (git.succeeds("rev-parse", "-q", "--verify", MERGED)) {
            // Of a merge, only what is neither as here nor as there.
            files.retainAll(difference("--cached", MERGED));
        }
        return absolute(files);
    }

    private List<String> difference(String... which) {
        List<String> line = new ArrayList<>(List.of("diff", "--name-only", "--no-renames", "--no-ext-diff", "-z"));
        line.addAll(List.of(which));
        return git.texts(line.toArray(String[]::new));
    }

    /**
     * Returns the files of the commits that a push adds to a remote, and of those that it removes.
     *
     * @param remote its name, or its address if it has none
     */
    public List<String> pushed(String remote, PushedRef ref) {
        Set<String> files = new LinkedHashSet<>();
        boolean known = ref.hadCommit() && git.succeeds("cat-file", "-e", ref.before() + "^{commit}");
        if (ref.hasCommit()) {
            List<String> line = log(ref.after(), "--not", "--remotes=" + remote);
            if (known) {
                line.add(ref.before());
            }
            files.addAll(git.texts(line.toArray(String[]::new)));
            if (known) {
                files.addAll(git.texts(log(ref.before(), "--not", ref.after()).toArray(String[]::new)));
            }
        }
        return absolute(files);
    }

    static List<String> log(String... which) {
        List<String> line = new ArrayList<>(
                List.of("log", "--format=", "--name-only", "--no-renames", "--no-ext-diff", "-c", "-z"));
        line.addAll(List.of(which));
        return line;
    }

    private List<String> absolute(Set<String> files) {
        List<String> absolute = new ArrayList<>();
        for (String file : files) {
            absolute.add(top + "/" + file);
        }
        return absolute;
    }
}
