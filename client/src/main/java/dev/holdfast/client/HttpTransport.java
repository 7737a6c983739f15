package dev.holdfast.client;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** HTTP over TCP, with the JDK's client. */
final class HttpTransport implements Transport {
    private static final Duration CONNECT = Duration.ofSeconds(5);

    private final HttpClient client = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(CONNECT)
            .followRedirects(HttpClient.Redirect.NEVER) // the token is for this server alone
            .build();
    private final String base;

    HttpTransport(String base) {
        this.base = base;
    }

    @Override
    public CompletableFuture<Reply> send(Call call, Duration limit) {
        return answered(client.sendAsync(request(call, limit), BoundedText.handler(MAX_ANSWER_BYTES)));
    }

    /** Returns the answer. Cancelling it cancels the call, which cancelling a dependent future does not. */
    private static CompletableFuture<Reply> answered(CompletableFuture<HttpResponse<String>> sent) {
        CompletableFuture<Reply> reply = sent.thenApply(HttpTransport::reply);
        CompletionStage<Reply> end = reply;
        end.whenComplete((answer, failure) -> {
            if (reply.isCancelled()) {
                sent.cancel(true);
            }
        });
        return reply;
    }

    private static Reply reply(HttpResponse<String> response) {
        return new Reply(
                response.statusCode(),
                response.body(),
                response.headers().firstValue("Retry-After").orElse(""));
    }

    @Override
    public CompletableFuture<Opened> open(Call call, Duration limit) {
        return client.sendAsync(request(call, limit), BodyHandlers.ofInputStream())
                .thenApply(answer -> new Opened(answer.statusCode(), answer.body()));
    }

    private HttpRequest request(Call call, Duration limit) {
        String body = call.body();
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(base + call.target()))
                .timeout(limit)
                .method(call.method(), body == null ? BodyPublishers.noBody() : BodyPublishers.ofString(body));
        call.headers().forEach(request::header);
        return request.build();
    }

    @Override
    public void close() {
        // the client closes what is idle
    }
}
