package dev.holdfast.internal.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The file systems that only this machine writes to, so that a pid recorded there is a pid of this machine. */
public final class LocalFileSystem {
    private static final Set<String> LOCAL_TYPES = Set.of("""
            apfs bcachefs btrfs exfat ext2 ext3 ext4 f2fs fat32 fuseblk hfs jfs msdos nilfs2 ntfs ntfs3 overlay
            ramfs refs reiserfs tmpfs ufs vfat xfs zfs""".split("\\s+", -1));

    private LocalFileSystem() {}

    /**
     * Returns whether the path, or its nearest existing parent, lies on a local file system. Network, cluster and shared
     * folders of virtual machines are not local. Neither is an unknown type, nor one that cannot be read.
     */
    public static boolean isLocal(Path path) {
        try {
            Path real = nearest(path.toAbsolutePath()).toRealPath();
            return isLocalType(Files.getFileStore(real).type())
                    && isLocalRoot(String.valueOf(real.getRoot()), System.getenv("SystemDrive"));
        } catch (IOException | UnsupportedOperationException e) {
            return false;
        }
    }

    static boolean isLocalType(String type) {
        return LOCAL_TYPES.contains(type.toLowerCase(Locale.ROOT));
    }

    /**
     * Returns whether a root of Windows is local. A network drive has the type of the disk at its far end, so only the system's
     * own drive is surely local.
     */
    static boolean isLocalRoot(String root, @Nullable String systemDrive) {
        return root.equals("/") || (systemDrive != null && root.equalsIgnoreCase(systemDrive + "\\"));
    }

    private static Path nearest(Path path) {
        Path existing = path;
        while (!Files.exists(existing)) {
            Path parent = existing.getParent();
            if (parent == null) {
                return existing;
            }
            existing = parent;
        }
        return existing;
    }
}
