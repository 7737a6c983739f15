package dev.holdfast.server.webhooks;

import java.time.Duration;

/**
 * The end of a call to a hook.
 *
 * @param why a sentence for administrators; empty for a delivery
 * @param pause the pause that the receiver has asked for; zero for none
 */
record CallResult(CallEnd kind, String why, Duration pause) {
    enum CallEnd {
        DELIVERED,
        FAILED,
        /** The receiver wants no more calls. */
        GONE
    }

    static final CallResult DELIVERED = new CallResult(CallEnd.DELIVERED, "", Duration.ZERO);

    static CallResult failed(String why) {
        return new CallResult(CallEnd.FAILED, why, Duration.ZERO);
    }

    /** Returns the result of an answer. A redirect is a failure: it might lead to an address that is not allowed. */
    static CallResult of(int status, Duration pause) {
        if (status >= 200 && status < 300) {
            return DELIVERED;
        }
        return new CallResult(
                status == 410 ? CallEnd.GONE : CallEnd.FAILED,
                "The receiver answered with status " + status + ".",
                pause);
    }
}
