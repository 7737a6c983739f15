package dev.holdfast.cli.guard;

import dev.holdfast.cli.context.CommandContext;
import dev.holdfast.cli.project.Project;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/**
 * Paths by the projects that they belong to: the one that was called in, if it contains them, and the innermost one that does,
 * which may be another. Closing it closes what was opened for those others.
 */
public final class PathsByProject implements AutoCloseable {
    /**
     * Some paths of one project.
     *
     * @param context as if it came from there
     */
    public record ProjectPaths(CommandContext context, List<String> paths) {}

    private final CommandContext own;
    private final List<ProjectPaths> sites = new ArrayList<>();

    private PathsByProject(CommandContext own) {
        this.own = own;
        sites.add(new ProjectPaths(own, new ArrayList<>()));
    }

    /** Groups paths by project. An argument that cannot be a path stays with the project of the call, because it may be a name. */
    public static PathsByProject of(CommandContext own, Collection<String> paths) {
        PathsByProject sites = new PathsByProject(own);
        // A store that is named explicitly counts for all files.
        boolean everywhere = own.options().store() != null || own.environment().variable("HOLDFAST_STORE") != null;
        for (String path : paths) {
            if (everywhere || !sites.addByPlace(path)) {
                sites.sites.get(0).paths().add(path);
            }
        }
        return sites;
    }

    public List<ProjectPaths> all() {
        return sites;
    }

    private boolean addByPlace(String written) {
        Path path;
        try {
            path = own.environment().folder().resolve(written).normalize();
        } catch (InvalidPathException e) {
            return false;
        }
        Path folder = path.getParent();
        Project inner =
                folder == null ? own.project() : Project.of(own.environment().in(folder));
        if (!inner.isMarked() || inner.root().equals(own.project().root())) {
            return false;
        }
        at(inner.root()).paths().add(path.toString());
        return !path.startsWith(own.project().root());
    }

    private ProjectPaths at(Path root) {
        for (ProjectPaths site : sites) {
            if (site.context() != own && site.context().environment().folder().equals(root)) {
                return site;
            }
        }
        CommandContext context = new CommandContext(own.environment().in(root), own.options(), own.arguments());
        ProjectPaths site = new ProjectPaths(context, new ArrayList<>());
        sites.add(site);
        return site;
    }

    @Override
    public void close() {
        for (ProjectPaths site : sites) {
            if (site.context() != own) {
                site.context().close();
            }
        }
    }
}
