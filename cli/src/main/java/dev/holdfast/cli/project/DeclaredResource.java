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

    /** Returns the name of the resource that covers the path, or null. */
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

    /** Returns whether files of that resource could be in the folder. */
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
