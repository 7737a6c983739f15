package dev.holdfast.server.events;

import dev.holdfast.LockView;
import dev.holdfast.rules.Hold;
import dev.holdfast.rules.Outcome;
import dev.holdfast.rules.Ticket;

/** The state of a lock that listeners care about: everything but how long its holds will last. */
final class LockFingerprint {
    private LockFingerprint() {}

    /** Returns equal texts for equal states; empty for a free lock without waiters. */
    static String of(LockView view) {
        StringBuilder fingerprint = new StringBuilder();
        for (Outcome.Judged judged : view.holds()) {
            Hold hold = judged.hold();
            if (!judged.verdict().ended()) {
                fingerprint
                        .append(hold.id())
                        .append(' ')
                        .append(hold.fence())
                        .append(hold.mode())
                        .append(judged.verdict())
                        .append(hold.claimed())
                        .append(hold.note().length())
                        .append(hold.note())
                        .append('\n');
            }
        }
        for (Ticket ticket : view.queue()) {
            fingerprint.append(ticket.claim().id()).append('\n');
        }
        return fingerprint.toString();
    }
}
