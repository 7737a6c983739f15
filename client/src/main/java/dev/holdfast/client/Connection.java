package dev.holdfast.client;

import dev.holdfast.HoldId;
import dev.holdfast.NotPermittedException;
import dev.holdfast.OutcomeUnknownException;
import dev.holdfast.StoreUnreachableException;
import dev.holdfast.internal.storage.Outage;
import dev.holdfast.internal.views.JsonAnswer;
import java.io.IOException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Calls a server. Every call can be repeated, since the client creates the receipt of a lock before it acquires. So a call
 * whose answer is lost is retried for a while. Thread-safe.
 */
final class Connection {
    static final String LOGGER = "dev.holdfast.client";

    private static final Duration ANSWER = Duration.ofSeconds(30);

    private final Transport transport;
    private final ServerAddress address;
    private final Supplier<@Nullable String> token;
    private final Outage outage;
    private final TryNumbers numbers = new TryNumbers();

    Connection(ServerAddress address, Supplier<@Nullable String> token) {
        this.address = address;
        this.transport = address.transport();
        this.token = token;
        this.outage = Outage.ofStore(LOGGER, "The server at " + address.base());
    }

    String address() {
        return address.base();
    }

    Reply get(String path, String... values) {
        return uninterrupted(call("GET", null, path, values));
    }

    Reply delete(String path, String... values) {
        return uninterrupted(call("DELETE", null, path, values));
    }

    Reply post(JsonAnswer body, String path, String... values) {
        return uninterrupted(call("POST", body.line(), path, values));
    }

    /** Sends a request for locks that does not wait. */
    Reply postAtOnce(HoldId request, JsonAnswer body, String path) {
        return uninterrupted(call("POST", body.line(), path), request);
    }

    /** Sends a request for locks, which may wait. An interrupt ends it. */
    Reply postWaiting(HoldId request, Duration wait, JsonAnswer body, String path) throws InterruptedException {
        Transport.Call call = call("POST", body.line(), path);
        return persistently(call, request, () -> {
            CompletableFuture<Reply> answer = transport.send(call, ANSWER.plus(wait));
            try {
                return answer.get();
            } catch (InterruptedException e) {
                answer.cancel(true); // which closes the connection, so that the server knows
                throw e;
            }
        });
    }

    /**
     * Sends a call that may wait for a lock, without a thread that waits. Cancelling the reply ends the call.
     *
     * @param request which request for locks it makes, or null for any other call
     */
    CompletableFuture<Reply> postAsync(@Nullable HoldId request, Duration wait, JsonAnswer body, String path) {
        RepeatedCall repeated = new RepeatedCall(address(), call("POST", body.line(), path), outage, request, numbers);
        return AsyncReply.send(transport, repeated, ANSWER.plus(wait), this::observed);
    }

    /** Opens a stream, which lasts until its connection breaks. */
    Transport.Opened open(String path, String prefix, String lastEventId) throws IOException {
        Transport.Call call = call("GET", null, path, prefix);
        call.headers().put("Accept", "text/event-stream");
        if (!lastEventId.isEmpty()) {
            call.headers().put("Last-Event-ID", lastEventId);
        }
        try {
            return transport.open(call, ANSWER).join();
        } catch (CompletionException e) {
            if (e.getCause() instanceof NotPermittedException refused) {
                throw refused;
            }
            throw e.getCause() instanceof IOException broken ? broken : new IOException(e.getCause());
        }
    }

    private Transport.Call call(String method, @Nullable String body, String path, String... values) {
        Map<String, String> headers = new LinkedHashMap<>();
        if (body != null) {
            headers.put("Content-Type", "application/json");
        }
        String secret = token.get();
        if (secret != null && !secret.isEmpty()) {
            if (!address.isConfidential()) {
                throw new NotPermittedException("The token for " + address() + " is not sent, since others could read"
                        + " it on its way. Use https://, or a tunnel to 127.0.0.1.");
            }
            headers.put("Authorization", "Bearer " + secret);
        }
        return new Transport.Call(method, ServerAddress.call(path, values), headers, body);
    }

    /** Sends a call that an interrupt does not end, so that a release succeeds in an interrupted thread. */
    private Reply uninterrupted(Transport.Call call) {
        return uninterrupted(call, null);
    }

    private Reply uninterrupted(Transport.Call call, @Nullable HoldId request) {
        try {
            return persistently(call, request, () -> {
                try {
                    return transport.send(call, ANSWER).join();
                } catch (CompletionException e) {
                    throw new ExecutionException(e.getCause());
                }
            });
        } catch (InterruptedException e) {
            throw new IllegalStateException("Nothing here can be interrupted.", e);
        }
    }

    /** An attempt to send a call. */
    private interface Try {
        Reply send() throws InterruptedException, ExecutionException;
    }

    private Reply persistently(Transport.Call call, @Nullable HoldId request, Try one) throws InterruptedException {
        RepeatedCall repeated = new RepeatedCall(address(), call, outage, request, numbers);
        while (true) {
            try {
                Reply reply = one.send();
                if (repeated.isAnswer(reply)) {
                    return observed(reply);
                }
            } catch (ExecutionException e) {
                repeated.failed(e.getCause());
            }
            LockSupport.parkNanos(repeated.pause().toNanos());
        }
    }

    /** Returns an answer, and records whether the server works. */
    private Reply observed(Reply reply) {
        try {
            Reply permitted = permitted(reply);
            outage.works(Outage.WRITE);
            return permitted;
        } catch (StoreUnreachableException | OutcomeUnknownException e) {
            outage.failed(Outage.WRITE, e);
            throw e;
        }
    }

    private Reply permitted(Reply reply) {
        return switch (reply.status()) {
            case 401 ->
                throw new NotPermittedException(reply.detail("You must sign in.")
                        + " Keep a token for it with: holdfast token use " + address.origin()
                        + ". HOLDFAST_TOKEN counts only for a server that --store or HOLDFAST_STORE names.");
            case 403 -> throw new NotPermittedException(reply.detail("You may not do this."));
            case 400, 413, 415, 422 ->
                throw new IllegalArgumentException(reply.detail("The server does not accept the request."));
            case 503 -> {
                String detail =
                        reply.detail("The server at " + address() + " is not available now. Try again in a moment.");
                throw reply.problem().text("title", "").equals("Outcome unknown")
                        ? new OutcomeUnknownException(detail, null)
                        : new StoreUnreachableException(detail, null);
            }
            case 500, 501, 502, 504, 405 ->
                throw new StoreUnreachableException(
                        "The server at " + address() + " failed: "
                                + reply.detail("it answered " + reply.status() + "."),
                        null);
            default -> reply;
        };
    }

    /** Closes the connections that are idle. */
    void close() {
        transport.close();
    }
}
