package dev.holdfast.cli.project;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A resource of the project, or a family of them, with the files that it stands for.
 *
 * @param name with a gap if it is a family
 */
record DeclaredResource(Template name, List<PathGlob> paths) {
    DeclaredResource {
        paths = List.copyOf(paths);
    }

    /** The name of the one that covers the path, or null. */
    @Nullable
    String covering(String path) {
        for (PathGlob glob : paths) {
            String value = glob.valueIn(path);
            if (value != null) {
                return name.with(value);
            }
        }
        return null;
    }

    /** Whether files of that one of them could lie in the folder. */
    boolean mayLieIn(String folder, String one) {
        String value = name.valueIn(one);
        if (value == null) {
            return false;
        }
        for (PathGlob glob : paths) {
            if (glob.mayLieIn(folder, value)) {
                return true;
            }
        }
        return false;
    }
}
