package dev.holdfast.cli.project;

import dev.holdfast.cli.Surroundings;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * The project that the command was called in.
 *
 * @param root the nearest folder upward with {@code holdfast.yaml}, {@code .locks} or {@code .git}, else where it was called
 * @param shared the folder whose {@code .locks} is used: in a linked git work tree that of the main one, else the root
 */
public record Project(Path root, Path shared, Surroundings surroundings) {

    public static Project of(Surroundings surroundings) {
        Path root = Roots.nearest(surroundings.folder());
        return new Project(root, Roots.mainWorkTree(root), surroundings);
    }

    /** The address of the store: as the option says, else the variable, else the project's registry. */
    public String storeAddress(@Nullable String option) {
        String named = option == null ? surroundings.variable("HOLDFAST_STORE") : option;
        return named == null ? "file:" + shared.resolve(".locks") : Address.resolved(named, surroundings.folder());
    }
}
