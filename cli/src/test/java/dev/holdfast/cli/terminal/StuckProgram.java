package dev.holdfast.cli.terminal;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;

/** A process that no interrupt reaches: it computes, hangs in its farewell, or stands by for a while and then computes. */
final class StuckProgram {
    private static final AtomicLong COUNTED = new AtomicLong();

    private StuckProgram() {}

    public static void main(String[] arguments) {
        if (arguments[0].equals("farewell")) {
            ShutdownTask.add("stuck-farewell", Duration.ofSeconds(1), StuckProgram::compute);
            say("ready");
            compute();
        }
        try (Signals signals = Signals.interruptingThisThread()) {
            if (arguments[0].equals("standing-by")) {
                signals.allowAnyTime();
                signals.react(signal -> {
                    say("told");
                    // The grace would be over by now if it had begun.
                    sleep(Duration.ofSeconds(7));
                    say("still here");
                    signals.limitTime();
                });
            }
            say("ready");
            compute();
        }
    }

    private static void say(String line) {
        System.out.println(line);
    }

    private static void sleep(Duration time) {
        try {
            Thread.sleep(time.toMillis());
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private static void compute() {
        while (COUNTED.incrementAndGet() < Long.MAX_VALUE) {
            Thread.onSpinWait();
        }
    }
}
