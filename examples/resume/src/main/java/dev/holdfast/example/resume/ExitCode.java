package dev.holdfast.example.resume;

/** The exit codes. After a signal it is the system's own: 130 for SIGINT, 143 for SIGTERM. */
final class ExitCode {
    static final int DONE = 0;
    /** A part of the work cannot be done; the rest can be resumed when its input is corrected. */
    static final int FAILED = 1;

    static final int USAGE = 64;
    static final int BUG = 70;
    /** The storage cannot be read or written. */
    static final int STORAGE = 73;
    /** Another process resumes it. */
    static final int BUSY = 75;
    /** The lock was lost while the work went on. */
    static final int LOST = 76;

    private ExitCode() {}
}
