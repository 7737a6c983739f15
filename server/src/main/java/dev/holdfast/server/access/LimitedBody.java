package dev.holdfast.server.access;

import java.io.IOException;
import java.net.http.HttpResponse.BodySubscriber;
import java.net.http.HttpResponse.BodySubscribers;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;
import org.jspecify.annotations.Nullable;

/** The body of another server's answer, up to a maximum size. */
final class LimitedBody implements BodySubscriber<byte[]> {
    private static final int MAX_BYTES = 1 << 20;

    private final BodySubscriber<byte[]> bytes = BodySubscribers.ofByteArray();
    private Flow.@Nullable Subscription subscription;
    private long size;

    @Override
    public CompletionStage<byte[]> getBody() {
        return bytes.getBody();
    }

    @Override
    public void onSubscribe(Flow.Subscription newSubscription) {
        subscription = newSubscription;
        bytes.onSubscribe(newSubscription);
    }

    @Override
    public void onNext(List<ByteBuffer> parts) {
        size += parts.stream().mapToLong(ByteBuffer::remaining).sum();
        if (size <= MAX_BYTES) {
            bytes.onNext(parts);
        } else {
            if (subscription != null) {
                subscription.cancel();
            }
            bytes.onError(new IOException("The answer has more than " + MAX_BYTES + " bytes."));
        }
    }

    @Override
    public void onError(Throwable failure) {
        bytes.onError(failure);
    }

    @Override
    public void onComplete() {
        bytes.onComplete();
    }
}
