package dev.holdfast.store.file.sidecar;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The user that this process acts as. */
final class User {
    private static final int ROOT = 0;

    private User() {}

    /** Returns whether files of that owner are as good as one's own: the user's, or root's, which may do anything anyway. */
    static boolean isTrusted(int owner) throws IOException {
        return owner == Inode.UNKNOWN || owner == ROOT || isSelf(owner) || isBehindSudo(owner);
    }

    static boolean isSelf(int owner) throws IOException {
        return owner == self();
    }

    static int self() throws IOException {
        // The kernel shows a process as root's if others may not look into it; a new file has the true owner.
        Inode process = Inode.of(Path.of("/proc/self/task"));
        return process != null && process.owner() != ROOT ? process.owner() : Disk.ownerOfNewFiles();
    }

    /** Returns whether root acts for that user. */
    private static boolean isBehindSudo(int owner) throws IOException {
        @Nullable String sudo = System.getenv("SUDO_UID");
        return sudo != null && Objects.equals(sudo, Integer.toString(owner)) && self() == ROOT;
    }
}
