package dev.holdfast.example.resume;

import dev.holdfast.example.resume.lock.ResumeInProgressException;
import dev.holdfast.example.resume.lock.ResumeLock;
import dev.holdfast.example.resume.lock.ResumeLockException;
import dev.holdfast.example.resume.lock.ResumeLockManager;
import java.io.PrintStream;
import java.nio.file.Path;

/** The code that the README shows. */
final class ReadmeSample {
    private ReadmeSample() {}

    static void run(Path storageDir, PrintStream err) {
        // README begins
        try (ResumeLockManager locks = new ResumeLockManager(storageDir);
                ResumeLock lock = locks.acquireLock("mapreduce-123")) {
            lock.requireHeld(); // before each write
        } catch (ResumeInProgressException e) {
            err.println(e.getMessage()); // who, where, since when, and --force
        } catch (ResumeLockException e) {
            err.println(e.getMessage()); // everything else that can go wrong, with its cause
        }
        // README ends
    }
}
