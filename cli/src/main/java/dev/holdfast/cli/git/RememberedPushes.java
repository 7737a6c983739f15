package dev.holdfast.cli.git;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.holdfast.cli.base.CommandFailure;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * What pushes that are under way would give back: git says before a push what it wants to do, and afterwards only which
 * references have changed. A file for each commit, in the folder that all work trees share. A push that fails leaves its file,
 * which a later one takes away.
 */
public final class RememberedPushes {
    private static final Duration MAX_AGE = Duration.ofHours(1);

    private final Path folder;

    public RememberedPushes(Git git) {
        this.folder = git.common().resolve("holdfast-pushes");
    }

    /** Remembers what shall be given back once that commit is there. */
    public void add(String commit, Collection<String> resources) {
        try {
            Files.createDirectories(folder);
            tidy();
            Files.write(folder.resolve(commit), resources, UTF_8);
        } catch (IOException e) {
            throw CommandFailure.unwritable(folder + " cannot be written (" + e + ").");
        }
    }

    private void tidy() throws IOException {
        try (DirectoryStream<Path> files = Files.newDirectoryStream(folder)) {
            for (Path file : files) {
                if (Files.getLastModifiedTime(file)
                        .toInstant()
                        .isBefore(Instant.now().minus(MAX_AGE))) {
                    Files.deleteIfExists(file);
                }
            }
        }
    }

    /** What shall be given back now that those commits are there; nobody is told twice. */
    public Set<String> take(List<String> commits) {
        Set<String> resources = new LinkedHashSet<>();
        for (String commit : commits) {
            Path file = folder.resolve(commit);
            try {
                if (Files.exists(file)) {
                    resources.addAll(Files.readAllLines(file, UTF_8));
                    Files.deleteIfExists(file);
                }
            } catch (IOException e) {
                throw CommandFailure.unwritable(file + " cannot be read (" + e + ").");
            }
        }
        return resources;
    }
}
