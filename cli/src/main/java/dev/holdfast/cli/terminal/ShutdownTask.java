package dev.holdfast.cli.terminal;

import java.time.Duration;

/** The last action of a command when its process has to end. It has a time limit, after which the process ends anyway. */
public final class ShutdownTask {
    private ShutdownTask() {}

    /** Runs the action when the process ends, and abandons it after the time limit. */
    public static void add(String name, Duration limit, Runnable last) {
        Runtime.getRuntime()
                .addShutdownHook(
                        new Thread(() -> ForcedEnd.join(ForcedEnd.daemon(name, last), limit), name + "-limit"));
    }
}
