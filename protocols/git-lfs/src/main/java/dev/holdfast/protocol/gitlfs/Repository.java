package dev.holdfast.protocol.gitlfs;

import dev.holdfast.internal.base.Bounds;
import dev.holdfast.internal.base.ResourceName;
import dev.holdfast.server.http.Problem;
import dev.holdfast.server.protocol.ResourceNames;
import dev.holdfast.server.protocol.Settings;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A repository whose files can be locked.
 *
 * @param name in the addresses of its calls
 * @param files of the bare repository; null if none is named
 * @param map which resource covers which file; null if each file is a resource of its own
 * @param prefix of the names of its resources, which may be empty
 * @param lease how long a lock lasts after the last sign of work of its user
 */
record Repository(
        String name,
        @Nullable RepositoryFiles files,
        @Nullable ResourceNames map,
        String prefix,
        Duration lease) {
    private static final Duration LEASE = Duration.ofDays(7);
    private static final int MAX_PATH_BYTES = 512;

    static Map<String, Repository> all(Settings settings) {
        Settings section = settings.only("repositories").section("repositories");
        if (section.keys().isEmpty()) {
            throw settings.mistake("repositories", "Name at least one repository, with its settings or none.");
        }
        Map<String, Repository> all = new LinkedHashMap<>();
        section.keys().forEach(name -> all.put(name, read(section, name)));
        return all;
    }

    private static Repository read(Settings section, String name) {
        if (!name.matches("[A-Za-z0-9._-]{1,100}")) {
            throw section.mistake(name, "The name of a repository has letters, digits, dots, hyphens and underscores.");
        }
        Settings its = section.section(name).only("path", "map", "prefix", "lease");
        Path bare = its.path("path");
        String prefix = its.text("prefix", "");
        if (!prefix.isEmpty() && !prefix.endsWith("/")) {
            throw its.mistake("prefix", "A prefix ends with a slash, as in " + name + "/.");
        }
        ResourceNames map = its.map("map");
        RepositoryFiles files = bare == null ? null : new RepositoryFiles(bare, path -> covering(prefix, map, path));
        if (files != null && !files.isThere()) {
            throw its.mistake("path", bare + " is no repository of git that this server can read.");
        }
        Duration lease = its.duration("lease", LEASE);
        try {
            Bounds.ttl(lease);
        } catch (IllegalArgumentException e) {
            throw its.mistake("lease", String.valueOf(e.getMessage()));
        }
        return new Repository(name, files, map, prefix, lease);
    }

    /** Returns the resource of a path; of several, the one that the command locks for it. Throws a {@link Problem} for an odd path. */
    String resource(String path) {
        return ResourceName.requireNew(covering(prefix, map, path).get(0));
    }

    /** Returns all resources that cover a path; the path itself if none was declared for it. */
    private static List<String> covering(String prefix, @Nullable ResourceNames map, String path) {
        List<String> declared = map == null ? List.of() : map.covering(path);
        return declared.isEmpty()
                ? List.of(prefix + path)
                : declared.stream().map(name -> prefix + name).toList();
    }

    /** Returns the path that is itself the resource; null if a path of that name belongs to another resource. */
    @Nullable
    String path(String resource) {
        if (!resource.startsWith(prefix)) {
            return null;
        }
        String path = resource.substring(prefix.length());
        return isPath(path) && resource(path).equals(resource) ? path : null;
    }

    /** Returns the path as given, if it is one that git may have. */
    static String require(String path) {
        if (!isPath(path)) {
            throw Problem.invalid("'path' must be the path of a file from the root of the repository, with at most "
                    + MAX_PATH_BYTES + " bytes, without '..' and control characters.");
        }
        return path;
    }

    private static boolean isPath(String path) {
        return !path.isEmpty()
                && path.getBytes(StandardCharsets.UTF_8).length <= MAX_PATH_BYTES
                && path.chars().noneMatch(c -> Character.isISOControl(c) || c == '\\')
                && !path.startsWith("/")
                && List.of(path.split("/", -1)).stream()
                        .noneMatch(part -> part.isEmpty() || part.equals(".") || part.equals(".."));
    }
}
