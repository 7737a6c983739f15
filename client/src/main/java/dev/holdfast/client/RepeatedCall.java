package dev.holdfast.client;

import dev.holdfast.HoldId;
import dev.holdfast.NotPermittedException;
import dev.holdfast.OutcomeUnknownException;
import dev.holdfast.StoreUnreachableException;
import dev.holdfast.internal.storage.Outage;
import java.net.ConnectException;
import java.net.http.HttpConnectTimeoutException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * A call that is sent again while its answer gets lost or the server is too busy: how often, and after which pauses. For one
 * thread at a time.
 */
final class RepeatedCall {
    /** A server may restart in the meantime. */
    private static final Duration RETRY_FOR = Duration.ofSeconds(15);

    private static final Duration FIRST_PAUSE = Duration.ofMillis(50);
    private static final Duration MAX_PAUSE = Duration.ofSeconds(2);

    private final String address;
    private final Transport.Call call;
    private final Outage outage;
    private final long end = System.nanoTime() + RETRY_FOR.toNanos();
    private Duration pause = FIRST_PAUSE;
    private Duration next = FIRST_PAUSE;
    private boolean sent;
    private final @Nullable HoldId request;
    private final TryNumbers numbers;
    private int number;

    /** @param request which request for locks it makes, or null for any other call */
    RepeatedCall(String address, Transport.Call call, Outage outage, @Nullable HoldId request, TryNumbers numbers) {
        this.address = address;
        this.call = call;
        this.outage = outage;
        this.request = request;
        this.numbers = numbers;
        this.number = request == null ? 1 : numbers.first(request);
        if (number > 1) {
            putNumber();
        }
    }

    Transport.Call call() {
        return call;
    }

    /** Returns how long to wait before the call is sent again. */
    Duration pause() {
        Duration now = next;
        Duration doubled = pause.multipliedBy(2);
        pause = doubled.compareTo(MAX_PAUSE) < 0 ? doubled : MAX_PAUSE;
        next = pause;
        return now;
    }

    /**
     * Returns whether a reply is the answer. If not, the call must be sent again.
     *
     * @throws StoreUnreachableException if the server was too busy for too long
     */
    boolean isAnswer(Reply reply) {
        if (isOfAProxy(reply) && !isOver()) {
            sent = true;
            nextTry();
            return false;
        }
        if (!isTooBusy(reply)) {
            return true;
        }
        next = reply.pause(pause);
        if (isOver()) {
            throw new StoreUnreachableException(
                    reply.detail("The server at " + address + " is overloaded. Try again in a moment."), null);
        }
        return false;
    }

    private boolean isOver() {
        return System.nanoTime() + next.toNanos() - end > 0;
    }

    /** Takes note of a failure, after which the call must be sent again. Throws if that is of no use. */
    void failed(@Nullable Throwable cause) {
        if (cause instanceof NotPermittedException refused) {
            throw refused;
        }
        boolean unconnected = cause instanceof ConnectException || cause instanceof HttpConnectTimeoutException;
        sent |= !unconnected;
        outage.failed(Outage.WRITE, failure(cause));
        // If no server is there and nothing was sent, the caller is told immediately.
        if (isOver() || (!sent && unconnected)) {
            throw failure(cause);
        }
        if (sent) {
            nextTry();
        }
    }

    /** Numbers the next try: the lost one may arrive after it, and must not acquire then. */
    private void nextTry() {
        number = request == null ? number + 1 : numbers.next(request, number);
        putNumber();
    }

    private void putNumber() {
        call.headers().put("Holdfast-Try", Integer.toString(number));
    }

    /** Returns whether a proxy lost the answer of the server, or its connection. */
    private static boolean isOfAProxy(Reply reply) {
        return reply.status() == 502 || reply.status() == 504;
    }

    /** Returns whether the server was too busy for the call. A refusal by its rules is an answer. */
    private static boolean isTooBusy(Reply reply) {
        return (reply.status() == 429 && !reply.problem().has("refusals"))
                || (reply.status() == 503 && reply.problem().text("title", "").equals("Overloaded"));
    }

    private RuntimeException failure(@Nullable Throwable cause) {
        String why = cause == null || cause.getMessage() == null ? "" : " (" + cause.getMessage() + ")";
        return sent
                ? new OutcomeUnknownException(
                        "The server at " + address + " did not answer" + why
                                + ", so the outcome of the request is unknown: look at the lock before you go on.",
                        cause)
                : new StoreUnreachableException(
                        "The server at " + address + " cannot be reached" + why
                                + ": start it with holdfast serve, or check the address.",
                        cause);
    }
}
