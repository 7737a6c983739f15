package dev.holdfast.cli.options;

import dev.holdfast.cli.base.CommandFailure;
import dev.holdfast.cli.project.Project;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Options of {@code acquire} and {@code run} for operations of {@code holdfast.yaml}. */
public final class OperationOptions {
    @Option(
            names = "--operation",
            paramLabel = "NAME",
            description = "Lock what this operation of holdfast.yaml locks.")
    private @Nullable String operation;

    @Option(names = "--chapter", paramLabel = "N", description = "A chapter that it works on; may repeat.")
    private List<String> chapters = List.of();

    @Option(names = "--new", description = "Also lock a name that holdfast.yaml does not declare.")
    private boolean isNew;

    @Option(names = "--with", paramLabel = "RESOURCE", description = "What it locks besides this time; may repeat.")
    private List<String> extras = List.of();

    /**
     * Returns the resources to lock: those of the command line and those of the operation. Empty if the operation only reads.
     *
     * @throws CommandFailure if nothing was named, or something that does not fit the operation
     */
    public List<String> resources(Project project, Collection<String> named) {
        if (operation == null) {
            if (!chapters.isEmpty() || !extras.isEmpty()) {
                throw CommandFailure.usage("--chapter and --with belong to an operation: add --operation NAME.");
            }
            if (named.isEmpty()) {
                throw CommandFailure.usage("Say what to lock: a resource, a file of the project, or --operation NAME.");
            }
        }
        if (!isNew) {
            project.requireKnown(named, "--new");
        }
        return resources(project, named, operation, chapters, extras);
    }

    /** Returns the named resources and those of the operation, if there is one. Empty if it only reads. */
    public static List<String> resources(
            Project project,
            Collection<String> named,
            @Nullable String operation,
            Collection<String> chapters,
            Collection<String> extras) {
        Set<String> resources = new LinkedHashSet<>(project.resources(named));
        if (operation != null) {
            resources.addAll(project.operation(operation).resources(chapters, project.resources(extras)));
        }
        return List.copyOf(resources);
    }
}
