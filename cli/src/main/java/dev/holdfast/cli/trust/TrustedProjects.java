package dev.holdfast.cli.trust;

import dev.holdfast.cli.base.CommandFailure;
import dev.holdfast.cli.base.Environment;
import dev.holdfast.cli.base.StateFolder;
import dev.holdfast.internal.base.PrivateFile;
import dev.holdfast.internal.json.Json;
import dev.holdfast.internal.json.JsonException;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The projects that the user trusts: a file for each decision in the user's state folder, named after the fingerprint of its
 * claim. Files of which others could write are not read.
 */
public final class TrustedProjects {
    private static final Set<PosixFilePermission> OTHERS =
            Set.of(PosixFilePermission.GROUP_WRITE, PosixFilePermission.OTHERS_WRITE);

    private final Path folder;

    public TrustedProjects(Environment environment) {
        folder = StateFolder.of(environment).resolve("trust");
    }

    /** Returns whether the user has trusted exactly that. */
    public boolean has(TrustClaim claim) {
        TrustedProject known = read(file(claim));
        return known != null && known.folder().equals(claim.root().toString());
    }

    /** Remembers that the user trusts it. */
    public TrustedProject add(TrustClaim claim) {
        TrustedProject project = new TrustedProject(
                claim.root().toString(), claim.lines(), Instant.now().truncatedTo(ChronoUnit.SECONDS));
        try {
            PrivateFile.replace(file(claim), Json.write(project.json()));
        } catch (IOException e) {
            throw CommandFailure.unwritable("The decision cannot be kept (" + e + "): make " + folder + " writable.");
        }
        return project;
    }

    /** Returns all decisions, by folder. */
    public List<TrustedProject> list() {
        List<TrustedProject> all = new ArrayList<>();
        for (Path file : files()) {
            TrustedProject project = read(file);
            if (project != null) {
                all.add(project);
            }
        }
        all.sort(Comparator.comparing(TrustedProject::folder).thenComparing(TrustedProject::since));
        return all;
    }

    /** Forgets all decisions about the project with that root, and returns them. */
    public List<TrustedProject> revoke(Path root) {
        List<TrustedProject> revoked = new ArrayList<>();
        for (Path file : files()) {
            TrustedProject project = read(file);
            if (project != null && project.folder().equals(root.toString())) {
                try {
                    Files.deleteIfExists(file);
                } catch (IOException e) {
                    throw CommandFailure.unwritable(file + " cannot be removed (" + e + "): remove it by hand.");
                }
                revoked.add(project);
            }
        }
        return revoked;
    }

    private Path file(TrustClaim claim) {
        return folder.resolve(claim.fingerprint() + ".json");
    }

    private List<Path> files() {
        List<Path> files = new ArrayList<>();
        try (DirectoryStream<Path> found = Files.newDirectoryStream(folder, "*.json")) {
            found.forEach(files::add);
        } catch (NoSuchFileException | NotDirectoryException e) {
            return files;
        } catch (IOException e) {
            throw CommandFailure.unwritable(folder + " cannot be read (" + e + "): make it readable.");
        }
        return files;
    }

    /** Returns the decision, or null if there is none that counts; then the user is asked again. */
    private static @Nullable TrustedProject read(Path file) {
        try {
            if (!Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS) || isWritableByOthers(file)) {
                return null;
            }
            Map<String, @Nullable Object> read = Json.readObject(Files.readString(file));
            List<String> parts = new ArrayList<>();
            if (read.get("folder") instanceof String folder
                    && read.get("since") instanceof String since
                    && read.get("parts") instanceof List<?> list) {
                list.forEach(part -> parts.add(String.valueOf(part)));
                return new TrustedProject(folder, parts, Instant.parse(since));
            }
            return null;
        } catch (IOException | JsonException | DateTimeException e) {
            return null;
        }
    }

    private static boolean isWritableByOthers(Path file) throws IOException {
        return isPosix(file) && Files.getPosixFilePermissions(file).stream().anyMatch(OTHERS::contains);
    }

    private static boolean isPosix(Path file) {
        return file.getFileSystem().supportedFileAttributeViews().contains("posix");
    }
}
