package dev.holdfast.store.etcd;

import com.google.protobuf.ByteString;
import dev.holdfast.StoreException;
import dev.holdfast.Subscription;
import dev.holdfast.UnreadableRecordException;
import dev.holdfast.internal.storage.Delivery;
import dev.holdfast.internal.storage.Log;
import dev.holdfast.spi.Entry;
import dev.holdfast.spi.Key;
import dev.holdfast.spi.Key.Kind;
import dev.holdfast.spi.LockStore.Sighting;
import dev.holdfast.spi.LockStore.Watcher;
import io.etcd.jetcd.api.Event;
import io.etcd.jetcd.api.KeyValue;
import io.etcd.jetcd.api.WatchCreateRequest;
import io.etcd.jetcd.api.WatchGrpc;
import io.etcd.jetcd.api.WatchRequest;
import io.etcd.jetcd.api.WatchResponse;
import io.grpc.CallOptions;
import io.grpc.ClientCall;
import io.grpc.Status;
import io.grpc.stub.ClientCalls;
import io.grpc.stub.StreamObserver;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * One subscriber. It is shown all records as of one revision, and all changes after it by etcd's own watch. Whenever the watch
 * ends, since the connection broke or the revisions it needs were compacted, it starts again. All notifications are on the
 * feed's thread.
 */
final class EtcdWatch implements Subscription {
    private final EtcdFeed feed;
    private final EtcdClient client;
    private final EtcdReader reader;
    private final EtcdKeys keys;
    private final Kind kind;
    private final ByteString prefix;
    private final Delivery delivery;
    /** Which records it was told of. Used by the feed's thread alone. */
    private final Set<Key> present = new HashSet<>();

    private volatile @Nullable Stream stream;

    EtcdWatch(
            EtcdFeed feed,
            EtcdClient client,
            EtcdReader reader,
            EtcdKeys keys,
            Kind kind,
            String prefix,
            Watcher sink) {
        this.feed = feed;
        this.client = client;
        this.reader = reader;
        this.keys = keys;
        this.kind = kind;
        this.prefix = keys.of(new Key(kind, prefix));
        this.delivery = new Delivery(kind, prefix, sink);
    }

    /** Tells what is there, and listens from then on. */
    void begin() {
        if (delivery.closed()) {
            return;
        }
        try {
            EtcdReader.Snapshot all = reader.snapshot(prefix);
            Set<Key> gone = new HashSet<>(present);
            all.kept().forEach(kept -> gone.remove(keys.key(kind, kept.getKey())));
            gone.forEach(this::tellGone);
            all.kept().forEach(this::tell);
            Stream next = new Stream();
            stream = next;
            next.start(all.revision() + 1);
            feed.works();
            if (delivery.closed()) {
                next.cancel();
            }
        } catch (StoreException e) {
            feed.failed(e);
            feed.beginLater(this);
        } catch (IllegalStateException e) {
            delivery.close(); // the store is closed
        }
    }

    private void tell(KeyValue kept) {
        try {
            Entry entry = reader.entry(kind, kept);
            present.add(entry.key());
            delivery.tell(new Sighting(entry.key(), entry));
        } catch (UnreadableRecordException e) {
            Log.warningOnce(EtcdFeed.LOGGER, "A record was skipped: " + e.getMessage());
            present.remove(keys.key(kind, kept.getKey()));
        }
    }

    private void tellGone(Key key) {
        present.remove(key);
        delivery.tell(new Sighting(key, null));
    }

    @Override
    public void close() {
        delivery.close();
        feed.forget(this);
        Stream open = stream;
        if (open != null) {
            open.cancel();
        }
    }

    /** One watch of etcd's. */
    private final class Stream implements StreamObserver<WatchResponse> {
        private final ClientCall<WatchRequest, WatchResponse> call =
                client.stream().newCall(WatchGrpc.getWatchMethod(), CallOptions.DEFAULT.withExecutor(feed.thread()));
        /** Used by the feed's thread alone. */
        private boolean ended;

        void start(long revision) {
            WatchCreateRequest.Builder from = WatchCreateRequest.newBuilder()
                    .setKey(prefix)
                    .setRangeEnd(EtcdKeys.end(prefix))
                    .setStartRevision(revision);
            ClientCalls.asyncBidiStreamingCall(call, this)
                    .onNext(WatchRequest.newBuilder().setCreateRequest(from).build());
        }

        void cancel() {
            call.cancel("not needed any more", null);
        }

        @Override
        public void onNext(WatchResponse news) {
            if (ended) {
                return;
            }
            if (news.getCanceled()) {
                client.ended(Status.CANCELLED.withDescription(news.getCancelReason()));
                cancel();
                again();
                return;
            }
            for (Event event : news.getEventsList()) {
                if (event.getType() == Event.EventType.DELETE) {
                    tellGone(keys.key(kind, event.getKv().getKey()));
                } else {
                    tell(event.getKv());
                }
            }
        }

        @Override
        public void onError(Throwable failure) {
            if (!delivery.closed()) {
                client.ended(Status.fromThrowable(failure));
                feed.failed(failure);
            }
            again();
        }

        @Override
        public void onCompleted() {
            again();
        }

        private void again() {
            if (!ended) {
                ended = true;
                feed.beginLater(EtcdWatch.this);
            }
        }
    }
}
