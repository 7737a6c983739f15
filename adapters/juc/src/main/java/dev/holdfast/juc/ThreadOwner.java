package dev.holdfast.juc;

import dev.holdfast.Owner;
import java.text.Normalizer;

/** Names the owners of holds of threads. */
final class ThreadOwner {
    private static final int MAX_NAME = 80;

    private ThreadOwner() {}

    /** Returns the owner with a name that shows the current thread. */
    static Owner named(Owner owner) {
        return owner.named(shortened(owner.name(), 2 * MAX_NAME) + ", thread "
                + shown(Thread.currentThread().getName()));
    }

    private static String shown(String threadName) {
        String composed = Normalizer.normalize(threadName, Normalizer.Form.NFC);
        return shortened(composed.replaceAll("\\p{Cc}", "?"), MAX_NAME);
    }

    private static String shortened(String text, int longest) {
        int points = text.codePointCount(0, text.length());
        return points <= longest ? text : text.substring(0, text.offsetByCodePoints(0, longest));
    }
}
