package dev.holdfast.cli.guard;

import dev.holdfast.cli.Call;
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
public final class Sites implements AutoCloseable {
    /**
     * Some paths of one project.
     *
     * @param call as if it came from there
     */
    public record Site(Call call, List<String> paths) {}

    private final Call own;
    private final List<Site> sites = new ArrayList<>();

    private Sites(Call own) {
        this.own = own;
        sites.add(new Site(own, new ArrayList<>()));
    }

    /** What cannot be a path is left to the project that was called in: it may be a name. */
    public static Sites of(Call own, Collection<String> paths) {
        Sites sites = new Sites(own);
        // Whoever names a store means that one, wherever the files are.
        boolean everywhere = own.options().store() != null || own.surroundings().variable("HOLDFAST_STORE") != null;
        for (String path : paths) {
            if (everywhere || !sites.addByPlace(path)) {
                sites.sites.get(0).paths().add(path);
            }
        }
        return sites;
    }

    public List<Site> all() {
        return sites;
    }

    private boolean addByPlace(String written) {
        Path path;
        try {
            path = own.surroundings().folder().resolve(written).normalize();
        } catch (InvalidPathException e) {
            return false;
        }
        Path folder = path.getParent();
        Project inner =
                folder == null ? own.project() : Project.of(own.surroundings().in(folder));
        if (!inner.isMarked() || inner.root().equals(own.project().root())) {
            return false;
        }
        at(inner.root()).paths().add(path.toString());
        return !path.startsWith(own.project().root());
    }

    private Site at(Path root) {
        for (Site site : sites) {
            if (site.call() != own && site.call().surroundings().folder().equals(root)) {
                return site;
            }
        }
        Call call = new Call(own.surroundings().in(root), own.options(), own.arguments());
        Site site = new Site(call, new ArrayList<>());
        sites.add(site);
        return site;
    }

    @Override
    public void close() {
        for (Site site : sites) {
            if (site.call() != own) {
                site.call().close();
            }
        }
    }
}
