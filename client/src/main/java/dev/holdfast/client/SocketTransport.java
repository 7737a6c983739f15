package dev.holdfast.client;

import java.io.IOException;
import java.net.http.HttpConnectTimeoutException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * HTTP/1.1 over a Unix socket, which the JDK's client does not support. Its own threads wait for the server, so that an
 * interrupt of a caller does not break a connection. A call that ends early closes its connection.
 */
final class SocketTransport implements Transport {
    /** How long a server may take to accept a connection. */
    static final Duration CONNECT = Duration.ofSeconds(5);

    private static final int MAX_IDLE = 8;
    /** A server closes idle connections after two minutes. */
    private static final long MAX_IDLE_NANOS = TimeUnit.SECONDS.toNanos(60);

    private final UnixSocketAddress place;
    private final Duration connect;
    private final ConcurrentLinkedDeque<SocketConnection> idle = new ConcurrentLinkedDeque<>();
    private final ExecutorService threads =
            new ThreadPoolExecutor(0, Integer.MAX_VALUE, 10, TimeUnit.SECONDS, new SynchronousQueue<>(), work -> {
                Thread thread = new Thread(work, "holdfast-socket");
                thread.setDaemon(true);
                return thread;
            });
    private volatile boolean closed;

    SocketTransport(UnixSocketAddress place, Duration connect) {
        this.place = place;
        this.connect = connect;
    }

    @Override
    public CompletableFuture<Reply> send(Call call, Duration limit) {
        return new Exchange<Reply>(call) {
            @Override
            Reply answer(SocketConnection connection, AnswerHead head, AnswerBody body) throws IOException {
                String text = BoundedText.read(body, MAX_ANSWER_BYTES);
                if (body.isEnded() && head.keepsConnection()) {
                    release();
                    keep(connection);
                } else {
                    connection.close();
                }
                return new Reply(head.status(), text, head.header("retry-after"));
            }
        }.begin(limit);
    }

    @Override
    public CompletableFuture<Opened> open(Call call, Duration limit) {
        return new Exchange<Opened>(call) {
            @Override
            Opened answer(SocketConnection connection, AnswerHead head, AnswerBody body) {
                return new Opened(head.status(), body);
            }
        }.begin(limit);
    }

    private void keep(SocketConnection connection) {
        connection.rest();
        idle.addFirst(connection);
        while (idle.size() > (closed ? 0 : MAX_IDLE)) {
            SocketConnection.end(idle.pollLast());
        }
    }

    private @Nullable SocketConnection idle() {
        for (SocketConnection kept = idle.pollFirst(); kept != null; kept = idle.pollFirst()) {
            if (kept.restingNanos() < MAX_IDLE_NANOS) {
                return kept;
            }
            kept.close();
        }
        return null;
    }

    @Override
    public void close() {
        closed = true;
        for (SocketConnection kept = idle.pollFirst(); kept != null; kept = idle.pollFirst()) {
            kept.close();
        }
    }

    /** One call and its answer. */
    private abstract class Exchange<T> {
        private final Call call;
        private final CompletableFuture<T> answer = new CompletableFuture<>();
        private final CompletableFuture<Boolean> connected = new CompletableFuture<>();
        private volatile @Nullable SocketConnection current;

        Exchange(Call call) {
            this.call = call;
        }

        abstract T answer(SocketConnection connection, AnswerHead head, AnswerBody body) throws IOException;

        CompletableFuture<T> begin(Duration limit) {
            CompletionStage<Boolean> inTime = connected.orTimeout(connect.toMillis(), TimeUnit.MILLISECONDS);
            inTime.whenComplete((done, late) -> {
                if (late != null) {
                    answer.completeExceptionally(new HttpConnectTimeoutException("it accepts no connection"));
                }
            });
            CompletionStage<T> end = answer.orTimeout(limit.toMillis(), TimeUnit.MILLISECONDS);
            end.whenComplete((done, failure) -> {
                connected.complete(true);
                if (failure != null) {
                    SocketConnection.end(current);
                }
            });
            threads.execute(this::run);
            return answer;
        }

        private void run() {
            try {
                SocketConnection kept = idle();
                T json = kept == null ? null : overKept(kept);
                if (!answer.complete(json == null ? over(connect()) : json)) {
                    SocketConnection.end(
                            current); // cancelled in the meantime: there is no reader for the rest of the answer
                }
            } catch (Throwable e) {
                SocketConnection.end(current);
                answer.completeExceptionally(e);
            }
        }

        /** Releases the connection, so that a late end of this call does not close it. */
        void release() {
            current = null;
        }

        private SocketConnection connect() throws IOException {
            SocketConnection fresh = new SocketConnection();
            use(fresh);
            fresh.connect(place);
            connected.complete(true);
            return fresh;
        }

        /** Uses a connection. Closes it if the call has already ended. */
        private void use(SocketConnection connection) {
            current = connection;
            if (answer.isDone()) {
                connection.close();
            }
        }

        /** Tries an idle connection. Returns null if the server has closed it; every call can be repeated. */
        private @Nullable T overKept(SocketConnection kept) throws IOException {
            use(kept);
            connected.complete(true);
            try {
                return over(kept);
            } catch (IOException e) {
                kept.close();
                if (answer.isDone() || kept.hasReceived()) {
                    throw e;
                }
                return null;
            }
        }

        private T over(SocketConnection connection) throws IOException {
            connection.send(call);
            AnswerHead head = AnswerHead.read(connection);
            return answer(connection, head, AnswerBody.of(head, connection));
        }
    }
}
