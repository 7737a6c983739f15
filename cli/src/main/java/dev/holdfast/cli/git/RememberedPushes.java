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
 * Resources to release after pushes that are under way. Git announces a push before it starts; afterwards it reports only which
 * references have changed. There is a file for each commit, in the folder that all work trees share. A push that fails leaves
 * its file, which a later push removes.
 */
public final class RememberedPushes {
    private static final Duration MAX_AGE = Duration.ofHours(1);

    private final Path folder;

    public RememberedPushes(Git git) {
        this.folder = git.common().resolve("holdfast-pushes");
    }

    /** Records which resources to release when the commit has arrived. */
    public void add(String commit, Collection<String> resources) {
        try {
            Files.createDirectories(folder);
            tidy();
            Files.write(folder.resolve(commit), resources, UTF_8);
        } catch (IOException e) {
            throw CommandFailure.unwritable(folder + " cannot be written (" + e + "): make it writable.");
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

    /** Removes and returns the resources to release now that the commits have arrived. */
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
                throw CommandFailure.unwritable(file + " cannot be read (" + e + "): make it readable, or remove it.");
            }
        }
        return resources;
    }
}
