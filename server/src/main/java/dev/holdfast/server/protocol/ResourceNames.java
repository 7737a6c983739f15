package dev.holdfast.server.protocol;

import java.nio.file.Path;
import java.util.List;

/** The map of a project: which resources cover which of its files. */
@FunctionalInterface
public interface ResourceNames {
    /** Returns the resources that cover a path below the project's root; none if no resource was declared for it. */
    List<String> covering(String path);

    /** Reads such maps. */
    @FunctionalInterface
    interface Reader {
        /**
         * Reads the section {@code resources} of a {@code holdfast.yaml}.
         *
         * @throws SettingException if it cannot be read
         */
        ResourceNames read(Path file);
    }
}
