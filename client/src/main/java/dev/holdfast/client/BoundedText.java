package dev.holdfast.client;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.http.HttpResponse;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;
import org.jspecify.annotations.Nullable;

/** The text of an answer, with a maximum size. A larger answer fails the call and closes its connection. */
final class BoundedText implements HttpResponse.BodySubscriber<String> {
    private final int max;
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private final CompletableFuture<String> text = new CompletableFuture<>();
    private Flow.@Nullable Subscription subscription;

    private BoundedText(int max) {
        this.max = max;
    }

    /** Returns a handler for answers with a maximum size. */
    static HttpResponse.BodyHandler<String> handler(int max) {
        return head -> new BoundedText(max);
    }

    /** Reads a whole answer. */
    static String read(InputStream body, int max) throws IOException {
        byte[] bytes = body.readNBytes(max + 1);
        if (bytes.length > max) {
            throw tooLarge(max);
        }
        return new String(bytes, UTF_8);
    }

    private static IOException tooLarge(int max) {
        return new IOException("the answer is larger than " + max + " bytes");
    }

    @Override
    public CompletionStage<String> getBody() {
        return text;
    }

    @Override
    public void onSubscribe(Flow.Subscription given) {
        subscription = given;
        given.request(Long.MAX_VALUE);
    }

    @Override
    public void onNext(List<ByteBuffer> parts) {
        for (ByteBuffer part : parts) {
            if (text.isDone()) {
                return;
            }
            if (part.remaining() > max - bytes.size()) {
                if (subscription != null) {
                    subscription.cancel();
                }
                text.completeExceptionally(tooLarge(max));
                return;
            }
            byte[] copy = new byte[part.remaining()];
            part.get(copy);
            bytes.writeBytes(copy);
        }
    }

    @Override
    public void onError(Throwable failure) {
        text.completeExceptionally(failure);
    }

    @Override
    public void onComplete() {
        text.complete(bytes.toString(UTF_8));
    }
}
