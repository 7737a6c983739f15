package dev.holdfast.cli.hook;

import dev.holdfast.internal.base.Moments;
import java.time.Duration;

/** Does something after a time, unless it is cancelled before. */
record Deadline(Thread thread) {
    static Deadline in(Duration time, Runnable then) {
        Thread thread = new Thread("holdfast-deadline") {
            @Override
            public void run() {
                try {
                    Thread.sleep(Moments.bounded(time).toMillis());
                    then.run();
                } catch (InterruptedException e) {
                    return; // in time
                }
            }
        };
        thread.setDaemon(true);
        thread.start();
        return new Deadline(thread);
    }

    void cancel() {
        thread.interrupt();
    }
}
