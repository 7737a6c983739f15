package dev.holdfast.cli.doctor;

import dev.holdfast.store.FileRights;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The files of a store on this machine: who else may use them, and what was damaged. */
final class StoreFiles {
    private static final Set<String> FOLDERS = Set.of("file", "files", "dir");
    private static final String SQLITE = "sqlite";
    private static final int OTHERS = 0007;
    private static final int GROUP = 0070;
    private static final int WRITE = 0022;

    private final String scheme;
    private final Path path;
    private final List<Finding> findings = new ArrayList<>();

    StoreFiles(String scheme, Path path) {
        this.scheme = scheme;
        this.path = path;
    }

    List<Finding> findings() {
        findings.clear();
        if (FOLDERS.contains(scheme)) {
            if (Files.isSymbolicLink(path)) {
                findings.add(Finding.problem(
                        "disk",
                        path + " is a symbolic link" + (Files.exists(path) ? "" : " that leads nowhere")
                                + ", which is never followed: remove it, or name the folder that it should lead to."));
                return List.copyOf(findings);
            }
            Path sidecar = path.resolve(".holdfast").resolve(scheme);
            // The folder of lock files and lock directories may have other things in it that are for all to read.
            rights(path, scheme.equals("file") ? OTHERS | GROUP : WRITE);
            rights(sidecar, OTHERS | GROUP);
            damage(sidecar);
        } else if (scheme.equals(SQLITE)) {
            for (String part : List.of("", "-wal", "-shm")) {
                rights(path.resolveSibling(path.getFileName() + part), OTHERS | GROUP);
            }
        }
        return List.copyOf(findings);
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
                            + folder + " with a group by chmod 2770."));
        }
    }

    private static @Nullable Integer mode(Path file) {
        try {
            return (Integer) Files.getAttribute(file, "unix:mode", LinkOption.NOFOLLOW_LINKS);
        } catch (IOException | UnsupportedOperationException | IllegalArgumentException e) {
            return null; // not there, or no such rights on this system
        }
    }

    private void damage(Path sidecar) {
        try (DirectoryStream<Path> copies = Files.newDirectoryStream(sidecar, "journal-*.corrupt")) {
            for (Path copy : copies) {
                findings.add(Finding.warning(
                        "journal",
                        copy + " is a copy of a journal that had unreadable lines: locks in them are shown as another"
                                + " program's, and their history is lost. Check the disk, then delete the copy."));
            }
        } catch (IOException e) {
            // Not there yet, or not readable: opening the store tells.
        }
    }
}
