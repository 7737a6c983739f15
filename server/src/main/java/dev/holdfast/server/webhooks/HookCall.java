package dev.holdfast.server.webhooks;

import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.WorkerExecutor;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpClientRequest;
import io.vertx.core.http.HttpClientResponse;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.PoolOptions;
import io.vertx.core.http.RequestOptions;
import io.vertx.core.net.ClientSSLOptions;
import io.vertx.core.net.SocketAddress;
import java.io.IOException;
import java.net.InetAddress;
import java.time.InstantSource;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Calls receivers. The name is resolved first, and the connection goes to the address that was found to be allowed. Redirects
 * are not followed. An answer is read up to a bound, and thrown away.
 */
final class HookCall {
    private static final int MAX_ANSWER = 16 << 10;
    private static final int MAX_CONNECTIONS = 64;

    private final Vertx vertx;
    private final AllowedAddresses allowed;
    private final InstantSource clock;
    private final ClientSSLOptions tls;
    private final HttpClient client;
    /** The threads that resolve names, by hook: a name server that does not answer delays no other hook, and no listener. */
    private final Map<String, WorkerExecutor> resolvers = new ConcurrentHashMap<>();

    HookCall(Vertx vertx, AllowedAddresses allowed, InstantSource clock) {
        this(vertx, allowed, clock, new ClientSSLOptions());
    }

    HookCall(Vertx vertx, AllowedAddresses allowed, InstantSource clock, ClientSSLOptions trust) {
        this.vertx = vertx;
        this.allowed = allowed;
        this.clock = clock;
        this.tls = trust.setHostnameVerificationAlgorithm("HTTPS");
        this.client =
                vertx.createHttpClient(new HttpClientOptions(), new PoolOptions().setHttp1MaxSize(MAX_CONNECTIONS));
    }

    /** Sends an event. Never fails: a failure is a result. */
    Future<CallResult> send(HookOptions hook, Delivery delivery) {
        Promise<CallResult> result = Promise.promise();
        Exchange exchange = new Exchange(result);
        long timer = vertx.setTimer(hook.timeout().toMillis(), fired -> exchange.timedOut());
        resolver(hook)
                .executeBlocking(() -> exchange.resolved(hook), false)
                .compose(address -> client.request(to(address, hook)))
                .compose(request -> exchange.sent(request, hook, delivery))
                .onComplete(done -> {
                    if (done.failed()) {
                        result.tryComplete(CallResult.failed(why(done.cause())));
                        vertx.cancelTimer(timer);
                    } else {
                        result.tryComplete(CallResult.of(
                                done.result().statusCode(),
                                RetryAfter.of(done.result().getHeader("Retry-After"), clock.instant())));
                        exchange.discard(done.result(), () -> vertx.cancelTimer(timer));
                    }
                });
        return result.future();
    }

    /** Lets go of what a hook has used that is there no more. */
    void forget(HookOptions hook) {
        WorkerExecutor gone = resolvers.remove(hook.name());
        if (gone != null) {
            gone.close();
        }
    }

    private WorkerExecutor resolver(HookOptions hook) {
        return resolvers.computeIfAbsent(
                hook.name(),
                name -> vertx.createSharedWorkerExecutor("holdfast-webhook-" + name, HookQueue.MAX_UNDER_WAY));
    }

    private RequestOptions to(InetAddress address, HookOptions hook) {
        String path = hook.url().getRawPath();
        String query = hook.url().getRawQuery();
        RequestOptions options = new RequestOptions()
                .setMethod(HttpMethod.POST)
                .setServer(SocketAddress.inetSocketAddress(hook.port(), address.getHostAddress()))
                .setHost(hook.url().getHost())
                .setPort(hook.port())
                .setURI((path == null || path.isEmpty() ? "/" : path) + (query == null ? "" : "?" + query))
                .setSsl(hook.tls())
                .setFollowRedirects(false)
                .setConnectTimeout(hook.timeout().toMillis());
        return hook.tls() ? options.setSslOptions(tls) : options;
    }

    private static String why(Throwable failure) {
        String message = failure.getMessage();
        return message == null || message.isEmpty() ? failure.getClass().getSimpleName() : message;
    }

    /** One call, from its head to the end of its answer. */
    private final class Exchange {
        private final Promise<CallResult> result;
        private volatile @Nullable HttpClientRequest under;
        private volatile boolean late;

        Exchange(Promise<CallResult> result) {
            this.result = result;
        }

        InetAddress resolved(HookOptions hook) throws IOException {
            if (late) {
                throw new IOException("late"); // the threads were busy for so long; they are needed for newer calls
            }
            return allowed.resolve(hook.url().getHost(), hook.tls());
        }

        Future<HttpClientResponse> sent(HttpClientRequest request, HookOptions hook, Delivery delivery) {
            under = request;
            request.exceptionHandler(failure -> {}); // the future of the answer has it, too
            if (late) {
                request.reset();
                return Future.failedFuture("late");
            }
            long timestamp = clock.instant().getEpochSecond();
            return request.putHeader("Content-Type", "application/json")
                    .putHeader("User-Agent", "Holdfast")
                    .putHeader("webhook-id", delivery.id())
                    .putHeader("webhook-timestamp", Long.toString(timestamp))
                    .putHeader("webhook-signature", hook.secret().signatures(delivery.id(), timestamp, delivery.body()))
                    .send(delivery.body());
        }

        void timedOut() {
            late = true;
            result.tryComplete(CallResult.failed("The receiver did not answer in time."));
            HttpClientRequest request = under;
            if (request != null) {
                request.reset();
            }
        }

        /** Reads the rest of an answer, so that the connection can be used again; ends it if there is too much. */
        void discard(HttpClientResponse answer, Runnable end) {
            long[] size = {0};
            answer.exceptionHandler(failure -> end.run());
            answer.endHandler(ended -> end.run());
            answer.handler(part -> {
                size[0] += part.length();
                if (size[0] > MAX_ANSWER) {
                    end.run();
                    answer.request().reset();
                }
            });
        }
    }
}
