package dev.holdfast.cli.git;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * The files that a push changes in the repository that receives it. On the default branch these are all that will be different
 * there, also by commits that have come on another branch before. On other branches they are those of new commits, and of commits
 * that are removed: what a merge brings in from the default branch is no change.
 */
public record ReceivedFiles(Git git) {
    /** Returns the files of all references, seen from the root of the repository. */
    public Set<String> of(List<ReceivedRef> refs) {
        String main = git.succeeds("symbolic-ref", "-q", "HEAD") ? git.line("symbolic-ref", "HEAD") : "";
        Set<String> files = new LinkedHashSet<>();
        for (ReceivedRef ref : refs) {
            if (!ref.isDeleted()) {
                add(files, ChangedFiles.log(ref.after(), "--not", "--all"));
            }
            if (!ref.isNew()) {
                add(
                        files,
                        ref.isDeleted()
                                ? ChangedFiles.log(ref.before(), "--not", "--exclude=" + ref.name(), "--all")
                                : ChangedFiles.log(ref.before(), "--not", ref.after()));
            }
            if (ref.name().equals(main)) {
                add(files, different(ref));
            }
        }
        return files;
    }

    /** Without a commit before or after, these are all files: else a branch could be deleted, and made again with other ones. */
    private static List<String> different(ReceivedRef ref) {
        return ref.isNew() || ref.isDeleted()
                ? List.of("ls-tree", "-r", "--name-only", "-z", ref.isNew() ? ref.after() : ref.before())
                : List.of("diff-tree", "-r", "--name-only", "--no-renames", "-z", ref.before(), ref.after());
    }

    private void add(Set<String> files, List<String> line) {
        files.addAll(git.texts(line.toArray(String[]::new)));
    }
}
