package dev.holdfast.juc;

import dev.holdfast.Owner;
import java.text.Normalizer;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;

/** Makes the owners of holds of threads: bound to what the manager's owner is bound to, and excluding each other. */
final class ThreadOwner {
    private static final int LONGEST_NAME = 80;
    /** Tells this process from all others, also from those whose managers were given the same owner. */
    private static final String PROCESS = UUID.randomUUID().toString();

    private static final AtomicLong HOLDS = new AtomicLong();

    private ThreadOwner() {}

    /** Returns an owner for the next hold of the current thread, with a name that shows the thread. */
    static Owner next(Owner base) {
        String id = PROCESS + "/" + HOLDS.incrementAndGet();
        String thread = shown(Thread.currentThread().getName());
        String name = shortened(base.name(), 2 * LONGEST_NAME) + ", thread " + thread;
        return new Owner(id, name, base.user(), base.processes());
    }

    private static String shown(String threadName) {
        String composed = Normalizer.normalize(threadName, Normalizer.Form.NFC);
        return shortened(composed.replaceAll("\\p{Cc}", "?"), LONGEST_NAME);
    }

    private static String shortened(String text, int longest) {
        int points = text.codePointCount(0, text.length());
        return points <= longest ? text : text.substring(0, text.offsetByCodePoints(0, longest));
    }
}
