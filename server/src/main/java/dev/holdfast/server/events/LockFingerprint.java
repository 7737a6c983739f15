package dev.holdfast.server.events;

import dev.holdfast.LockView;
import dev.holdfast.rules.Hold;
import dev.holdfast.rules.Outcome;
import dev.holdfast.rules.Ticket;

/** What of a resource is worth telling: all but how long its holds will last. */
final class LockFingerprint {
    private LockFingerprint() {}

    /** The same text for what is the same; empty for what is free and nobody waits for. */
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
