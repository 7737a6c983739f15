package dev.holdfast.config.internal;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Finds the main work tree of git, in which projects of linked ones keep their locks. */
public final class WorkTree {
    private static final String LINK = "gitdir: ";

    private WorkTree() {}

    /** Returns the same folder in the main work tree of a linked one; the root itself if git's files do not show one. */
    public static Path main(Path root) {
        for (Path at = root; at != null; at = at.getParent()) {
            if (Files.exists(at.resolve(".git"))) {
                return mainOf(at).resolve(at.relativize(root));
            }
        }
        return root;
    }

    private static Path mainOf(Path root) {
        Path link = root.resolve(".git");
        if (!Files.isRegularFile(link)) {
            return root;
        }
        try {
            String text = Files.readString(link).strip();
            Path own = text.startsWith(LINK) ? root.resolve(text.substring(LINK.length())) : root;
            Path common = own.resolve("commondir");
            if (!Files.isRegularFile(common)) {
                return root; // a submodule, whose locks are its own
            }
            Path repository = own.resolve(Files.readString(common).strip()).normalize();
            Path main = repository.getParent();
            // Git keeps what belongs to a linked work tree in the repository. A stranger's folder could name any other.
            boolean linked = own.normalize().startsWith(repository.resolve("worktrees"));
            return main != null && linked && repository.endsWith(".git") ? main : root;
        } catch (IOException e) {
            return root;
        }
    }
}
