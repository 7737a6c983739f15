package dev.holdfast.client;

import java.time.Duration;

/** What a server answered to a call. */
record Reply(int status, String body, String retryAfter) {
    boolean done() {
        return status >= 200 && status < 300;
    }

    JsonReply json() {
        return JsonReply.parse(body);
    }

    /** What the server says about a call it did not do. */
    JsonReply problem() {
        return JsonReply.parse(body.startsWith("{") ? body : "{}");
    }

    String detail(String otherwise) {
        return problem().text("detail", otherwise);
    }

    /** How long the server asks to be left alone. */
    Duration pause(Duration usual) {
        try {
            return retryAfter.isEmpty() ? usual : Duration.ofSeconds(Long.parseLong(retryAfter));
        } catch (NumberFormatException e) {
            return usual;
        }
    }
}
