package dev.holdfast.server.events;

import dev.holdfast.Hold;
import dev.holdfast.LockView;

/** The state of a lock that listeners care about: everything but how long its holds will last. */
final class LockFingerprint {
    private LockFingerprint() {}

    /** Returns equal texts for equal states; empty for a free lock without waiters. */
    static String of(LockView view) {
        StringBuilder fingerprint = new StringBuilder();
        for (LockView.Holder judged : view.holders()) {
            Hold hold = judged.hold();
            if (!judged.state().ended()) {
                fingerprint
                        .append(hold.id())
                        .append(' ')
                        .append(hold.fence())
                        .append(hold.mode())
                        .append(judged.state())
                        .append(hold.claimed())
                        .append(hold.note().length())
                        .append(hold.note())
                        .append('\n');
            }
        }
        for (LockView.WaitingCaller waiter : view.queue()) {
            fingerprint.append(waiter.id()).append(' ').append(waiter.behind()).append('\n');
        }
        return fingerprint.toString();
    }
}
