package dev.holdfast.cli.project;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Finds the folder that a project begins in. */
final class ProjectRoot {
    private static final List<String> MARKS = List.of("holdfast.yaml", ".locks", ".git");

    private ProjectRoot() {}

    /** Returns the nearest folder upward that has a mark of a project, else the folder itself. */
    static Path nearest(Path folder) {
        for (Path at = folder; at != null; at = at.getParent()) {
            if (isMarked(at)) {
                return at;
            }
        }
        return folder;
    }

    /** Returns whether the folder has a mark of a project. */
    static boolean isMarked(Path folder) {
        return MARKS.stream().anyMatch(mark -> Files.exists(folder.resolve(mark)));
    }
}
