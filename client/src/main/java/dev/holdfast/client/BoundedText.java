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

/** The text of an answer that has a largest size. A larger one fails the call, and its connection is closed. */
final class BoundedText implements HttpResponse.BodySubscriber<String> {
    private final int most;
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private final CompletableFuture<String> text = new CompletableFuture<>();
    private Flow.@Nullable Subscription subscription;

    private BoundedText(int most) {
        this.most = most;
    }

    /** Reads answers of at most so many bytes. */
    static HttpResponse.BodyHandler<String> handler(int most) {
        return head -> new BoundedText(most);
    }

    /** Reads a whole answer. */
    static String read(InputStream body, int most) throws IOException {
        byte[] bytes = body.readNBytes(most + 1);
        if (bytes.length > most) {
            throw tooLarge(most);
        }
        return new String(bytes, UTF_8);
    }

    private static IOException tooLarge(int most) {
        return new IOException("the answer is larger than " + most + " bytes");
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
            if (part.remaining() > most - bytes.size()) {
                if (subscription != null) {
                    subscription.cancel();
                }
                text.completeExceptionally(tooLarge(most));
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
