package dev.holdfast.cli.terminal;

import java.time.Duration;

/** What a command does last when its process is told to end. It has a limited time: a process that was told to end does end. */
public final class ShutdownTask {
    private ShutdownTask() {}

    /** From now on does that when the process ends, and leaves it behind when the time is over. */
    public static void add(String name, Duration limit, Runnable last) {
        Runtime.getRuntime()
                .addShutdownHook(
                        new Thread(() -> ForcedEnd.join(ForcedEnd.daemon(name, last), limit), name + "-limit"));
    }
}
