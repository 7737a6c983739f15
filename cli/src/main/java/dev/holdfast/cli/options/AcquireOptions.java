package dev.holdfast.cli.options;

import dev.holdfast.LockRequest;
import dev.holdfast.Mode;
import dev.holdfast.cli.base.CommandFailure;
import java.time.Duration;
import java.util.Collection;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Options of {@code acquire} and {@code run} for acquiring locks. */
public final class AcquireOptions {
    private static final int MAX_CODE = 255;

    @Option(
            names = "--mode",
            paramLabel = "MODE",
            defaultValue = "exclusive",
            description = "exclusive (default) or shared.")
    private Mode mode = Mode.EXCLUSIVE;

    @Option(
            names = "--wait",
            paramLabel = "TIME",
            converter = DurationConverter.class,
            description = "Wait this long for a busy one, in the queue, such as 90s or 5m; 0 means not at all.")
    private @Nullable Duration wait;

    @Option(
            names = {"--override", "--force"},
            description = "Take it over from its holder, who sees the note.")
    private boolean override;

    @Option(names = "--yes", description = "Take over a stale one without asking.")
    private boolean yes;

    @Option(
            names = "--ttl",
            paramLabel = "TIME",
            converter = DurationConverter.class,
            description = "How long it lasts without a heartbeat.")
    private @Nullable Duration ttl;

    @Option(names = "--note", paramLabel = "TEXT", defaultValue = "", description = "Why, for others to read.")
    private String note = "";

    @Option(
            names = {"-E", "--busy-code"},
            paramLabel = "CODE",
            defaultValue = "75",
            description = "The exit code for busy.")
    private int busyCode = 75;

    /** Returns the request, without the wait. */
    public LockRequest request(Collection<String> resources) {
        LockRequest request = LockRequest.of(resources).mode(mode).note(note);
        request = ttl == null ? request : request.ttl(ttl);
        return override ? request.takeover(note) : request;
    }

    public Mode mode() {
        return mode;
    }

    public @Nullable Duration timeout() {
        return wait;
    }

    public boolean yes() {
        return yes;
    }

    /** Returns whether the locks are taken over from their holders. */
    public boolean overrides() {
        return override;
    }

    /** Returns whether a note was given. */
    public boolean hasNote() {
        return !note.isEmpty();
    }

    public int busyCode() {
        return busyCode;
    }

    /** Throws if a value makes no sense, before anything is done. */
    public void check() {
        requireExitCode(busyCode);
    }

    /** Throws if no process can end with that code. */
    public static void requireExitCode(int code) {
        if (code < 0 || code > MAX_CODE) {
            throw CommandFailure.usage(
                    "An exit code is a number from 0 to 255, not " + code + ": correct --busy-code.");
        }
    }
}
