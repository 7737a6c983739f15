package dev.holdfast.bench.peer;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.logging.Level;
import java.util.logging.Logger;

/**
 * A process that runs the job until its input ends. Prints {@code held} when the job runs, {@code lost} when the library tells of a
 * loss, and {@code ended} or {@code failed} at the end of the job.
 */
public final class JobHolder {
    private JobHolder() {}

    public static void main(String[] arguments) throws Exception {
        Logger.getLogger("").setLevel(Level.OFF);
        PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
        JobLock library = Peer.named(arguments[0]).opening().open(arguments[1]);
        try {
            boolean ran = library.run(() -> hold(out), () -> out.println("lost"));
            out.println(ran ? "ended" : "refused");
        } catch (Exception e) {
            out.println("failed");
        }
        Runtime.getRuntime().halt(0); // some libraries try for long to close a lost session
    }

    private static void hold(PrintStream out) {
        out.println("held");
        try {
            new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8)).readLine();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
