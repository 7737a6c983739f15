package dev.holdfast.cli.doctor;

import dev.holdfast.internal.base.FileRights;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The files of a store on this machine: who else may use them, and what was damaged. */
public final class StoreFiles {
    private static final Set<String> FOLDERS = Set.of("file", "files", "dir");
    private static final String SQLITE = "sqlite";
    private static final int OTHERS = 0007;
    private static final int GROUP = 0070;
    private static final int WRITE = 0022;
    private static final int OTHERS_WRITE = 0002;
    /** In such a folder, a file can be replaced by its owner only. */
    private static final int STICKY = 01000;

    private final String scheme;
    private final Path path;
    private final List<Finding> findings = new ArrayList<>();

    private StoreFiles(String scheme, Path path) {
        this.scheme = scheme;
        this.path = path;
    }

    /** Returns the files of the store at that address; none if it is not in files. */
    public static Optional<StoreFiles> of(String address) {
        int colon = address.indexOf(':');
        String scheme = address.substring(0, Math.max(0, colon));
        if (!FOLDERS.contains(scheme) && !scheme.equals(SQLITE)) {
            return Optional.empty();
        }
        try {
            return Optional.of(new StoreFiles(scheme, Path.of(address.substring(colon + 1))));
        } catch (InvalidPathException e) {
            return Optional.empty(); // opening the store reports it
        }
    }

    /** Returns a problem if the folder of the locks is a link. */
    static Optional<Finding> link(Path path) {
        return Files.isSymbolicLink(path)
                ? Optional.of(Finding.problem(
                        "disk",
                        path + " is a symbolic link" + (Files.exists(path) ? "" : " that leads nowhere")
                                + ", which is never followed: remove it, or name the folder that it should lead to."))
                : Optional.empty();
    }

    List<Finding> findings() {
        Optional<Finding> link = FOLDERS.contains(scheme) ? link(path) : Optional.empty();
        if (link.isPresent()) {
            return List.of(link.get());
        }
        List<Finding> all = new ArrayList<>(rights());
        if (FOLDERS.contains(scheme)) {
            all.addAll(damage(sidecar()));
        }
        return List.copyOf(all);
    }

    private Path sidecar() {
        return path.resolve(".holdfast").resolve(scheme);
    }

    /** Returns a warning for each file or folder that other users may use. */
    public List<Finding> rights() {
        findings.clear();
        if (FOLDERS.contains(scheme)) {
            // The folder of lock files and lock directories may have other things in it that are for all to read.
            rights(path, scheme.equals("file") ? OTHERS | GROUP : WRITE);
            rights(sidecar(), OTHERS | GROUP);
        } else {
            for (String part : List.of("", "-wal", "-shm")) {
                rights(path.resolveSibling(path.getFileName() + part), OTHERS | GROUP);
            }
            folderOf(path, OTHERS_WRITE);
        }
        return List.copyOf(findings);
    }

    /** Returns a warning if other users may use a file that is no store's, or exchange it in its folder. */
    public static List<Finding> rightsOf(Path file) {
        StoreFiles one = new StoreFiles("", file);
        one.rights(file, OTHERS | GROUP);
        one.folderOf(file, WRITE);
        return List.copyOf(one.findings);
    }

    /** Returns a warning if users who are not in its group may use the private key. */
    public static List<Finding> rightsOfKey(Path key) {
        StoreFiles one = new StoreFiles("", key);
        one.rights(key, OTHERS);
        return List.copyOf(one.findings);
    }

    /** Warns if other users may exchange the file in its folder. */
    private void folderOf(Path file, int forbidden) {
        Path folder = file.toAbsolutePath().getParent();
        Integer mode = folder == null ? null : mode(folder);
        if (folder != null && mode != null && (mode & STICKY) == 0) {
            rights(folder, forbidden);
        }
    }

    /** Warns if other users than those of its group may use the file or folder. */
    private void rights(Path file, int forbidden) {
        Integer mode = mode(file);
        Path folder = Files.isDirectory(file, LinkOption.NOFOLLOW_LINKS) ? file : file.getParent();
        if (mode == null || folder == null) {
            return;
        }
        int others = mode & forbidden & (FileRights.isShared(folder) ? ~GROUP : ~0);
        if (others != 0) {
            String may = (others & WRITE) == 0 ? "read" : "change";
            findings.add(Finding.warning(
                    "rights",
                    "other users may " + may + " " + file + ": take that right away with chmod go-rwx, or share "
                            + folder + " with a group: chmod 2770."));
        }
    }

    private static @Nullable Integer mode(Path file) {
        try {
            return (Integer) Files.getAttribute(file, "unix:mode", LinkOption.NOFOLLOW_LINKS);
        } catch (IOException | UnsupportedOperationException | IllegalArgumentException e) {
            return null; // not there, or no such rights on this system
        }
    }

    private static List<Finding> damage(Path sidecar) {
        List<Finding> damaged = new ArrayList<>();
        try (DirectoryStream<Path> copies = Files.newDirectoryStream(sidecar, "journal-*.corrupt")) {
            for (Path copy : copies) {
                damaged.add(Finding.warning(
                        "journal",
                        copy + " is a copy of a journal that had unreadable lines: locks in them are shown as another"
                                + " program's, and their history is lost. Check the disk, then delete the copy."));
            }
        } catch (IOException e) {
            // Not there yet, or not readable: opening the store reports it.
        }
        return damaged;
    }
}
