package dev.holdfast.server.audit;

import dev.holdfast.internal.auditlog.AuditFiles;
import dev.holdfast.internal.base.FileRights;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.LinkOption;
import java.nio.file.OpenOption;
import java.nio.file.StandardOpenOption;
import java.util.Set;

/** The lock that keeps other servers from writing the same audit log. The system releases it when the process ends. */
final class LogLock implements AutoCloseable {
    private static final Set<OpenOption> OPTIONS =
            Set.of(StandardOpenOption.CREATE, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS);

    private final FileChannel channel;

    private LogLock(FileChannel channel) {
        this.channel = channel;
    }

    /** Acquires the lock. Fails if another server has it. */
    static LogLock acquire(AuditFiles files) throws IOException {
        AuditFiles.requireFile(files.lock());
        FileChannel opened = FileChannel.open(files.lock(), OPTIONS, FileRights.ofFile());
        boolean locked = false;
        try {
            locked = opened.tryLock() != null;
        } catch (OverlappingFileLockException e) {
            // another server of this process has it
        } finally {
            if (!locked) {
                opened.close();
            }
        }
        if (!locked) {
            throw new IOException("another server writes it. Give each server a file of its own, with --audit-log");
        }
        return new LogLock(opened);
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
