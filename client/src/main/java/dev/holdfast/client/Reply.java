package dev.holdfast.client;

import java.time.Duration;

/** The answer of a server to a call. */
record Reply(int status, String body, String retryAfter) {
    boolean done() {
        return status >= 200 && status < 300;
    }

    JsonReply json() {
        return JsonReply.parse(body);
    }

    /** Returns the problem of a call that failed; empty if the body is not JSON. */
    JsonReply problem() {
        return JsonReply.parse(body.startsWith("{") ? body : "{}");
    }

    String detail(String otherwise) {
        return problem().text("detail", otherwise);
    }

    /** Returns how long to wait before the next attempt. */
    Duration pause(Duration byDefault) {
        try {
            return retryAfter.isEmpty() ? byDefault : Duration.ofSeconds(Long.parseLong(retryAfter));
        } catch (NumberFormatException e) {
            return byDefault;
        }
    }
}
