package dev.holdfast.example.resume.lock;

import dev.holdfast.Acquisition;
import dev.holdfast.LockHandle;
import dev.holdfast.LockManager;
import dev.holdfast.LockRequest;
import dev.holdfast.LockUnavailableException;
import java.io.File;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * Sees to it that one process at a time resumes a job or session: {@code <storage>/resume_locks/<id>.lock}. Two locks taken by
 * one process exclude each other too. Safe for use by many threads; one manager for a storage folder and process is enough, and
 * it may be left open until the process ends.
 */
public final class ResumeLockManager implements AutoCloseable {
    private static final String SUFFIX = ".lock";
    private static final boolean WINDOWS = File.separatorChar == '\\';

    private final Path folder;
    private final LockManager locks;

    /** Uses the folder {@code resume_locks} in the storage folder, and creates it if needed. */
    public ResumeLockManager(Path storageDir) throws ResumeLockException {
        folder = storageDir.resolve("resume_locks").toAbsolutePath().normalize();
        try {
            locks = LockManager.open("files:" + folder);
        } catch (RuntimeException e) {
            throw new ResumeLockException("Resume locks cannot be kept in " + folder + ": " + e.getMessage(), e);
        }
    }

    /**
     * Acquires the lock of a job or session without waiting, also from a process that is proven dead.
     *
     * @throws ResumeInProgressException if another process has it; it names the holder
     */
    public ResumeLock acquireLock(String id) throws ResumeLockException {
        return acquired(id, false);
    }

    /** Takes the lock over from any holder, which is notified and must not write any more. */
    public ResumeLock takeOverLock(String id) throws ResumeLockException {
        return acquired(id, true);
    }

    private ResumeLock acquired(String id, boolean force) throws ResumeLockException {
        try {
            LockRequest request = LockRequest.of(id).owner(locks.newOwner());
            if (force) {
                request = request.takeover(
                        "resume with --force, PID " + ProcessHandle.current().pid());
            }
            Acquisition acquisition = locks.tryAcquire(request);
            LockHandle handle = acquisition.handle().orElse(null);
            if (handle == null) {
                throw refused(id, acquisition);
            }
            ResumeLockData data = ResumeLockData.of(id, handle.holds().get(0)).orElseGet(() -> new ResumeLockData(id));
            return new ResumeLock(locks, handle, data);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new ResumeLockException("The lock of " + id + " was not taken: the thread was interrupted.", e);
        } catch (RuntimeException e) {
            throw new ResumeLockException("The lock of " + id + " was not taken: " + e.getMessage(), e);
        }
    }

    private ResumeInProgressException refused(String id, Acquisition acquisition) {
        LockUnavailableException cause = new LockUnavailableException(acquisition.refusals());
        return acquisition.refusals().stream()
                .flatMap(refusal -> refusal.holders().stream())
                .flatMap(judged -> ResumeLockData.of(id, judged.hold()).stream())
                .findFirst()
                .map(holder -> ResumeInProgressException.heldBy(holder, cause))
                .orElseGet(() -> ResumeInProgressException.heldByUnknown(id, lockPath(id), cause));
    }

    /** Returns the present holder, if there is a valid one and the lock names it. */
    public Optional<ResumeLockData> holder(String id) throws ResumeLockException {
        try {
            return locks.view(id).holders().stream()
                    .filter(judged -> !judged.state().ended())
                    .flatMap(judged -> ResumeLockData.of(id, judged.hold()).stream())
                    .findFirst();
        } catch (RuntimeException e) {
            throw new ResumeLockException("The lock of " + id + " cannot be looked at: " + e.getMessage(), e);
        }
    }

    /** Returns the path of the lock file of a job or session. */
    private Path lockPath(String id) {
        return folder.resolve(URLEncoder.encode(id, StandardCharsets.UTF_8)
                        .replace("+", "%20")
                        .replace("*", "%2A")
                + SUFFIX);
    }

    /**
     * Returns whether a process with this number runs on this machine. One that cannot be checked counts as running, such as those
     * of a Unix system that hides its first process from this user.
     */
    public static boolean isProcessRunning(long pid) {
        boolean checkable = pid > 0 && pid <= Integer.MAX_VALUE && (WINDOWS || isRunning(1));
        return !checkable || isRunning(pid);
    }

    private static boolean isRunning(long pid) {
        return ProcessHandle.of(pid).isPresent();
    }

    /** Returns warnings about the state of the locks, in sentences. */
    public List<String> warnings() {
        return locks.admin().warnings();
    }

    /** Releases all locks that were acquired here and are not closed. Never throws: the rest ends with this process. */
    @Override
    public void close() {
        try {
            locks.close();
        } catch (RuntimeException e) {
            System.getLogger(ResumeLockManager.class.getName())
                    .log(System.Logger.Level.WARNING, "The locks in " + folder + " were not all released.", e);
        }
    }
}
