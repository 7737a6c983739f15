package dev.holdfast.server.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServer;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The bodies of calls of other tools take from the budget of bytes that are under way, for as long as they are in memory. */
@Timeout(value = 300, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class ToolBudgetTest {
    private static final int BUDGET = 1_000_000;
    private static final int BODY = 400_000;
    private static final Caller ANN = new Caller("ann", "Ann", List.of());

    private final Vertx vertx = Vertx.vertx();
    private final Workers workers = new Workers(vertx);
    private final TransferBudget transfers = new TransferBudget(vertx, BUDGET);
    private final Semaphore turns = new Semaphore(0);
    private final AtomicInteger running = new AtomicInteger();
    private final List<Socket> clients = new ArrayList<>();
    private final CountDownLatch end = new CountDownLatch(1);
    private ToolDispatcher tools;
    private HttpServer server;

    @BeforeEach
    void start() {
        AnswerDelivery delivery = new AnswerDelivery(
                vertx,
                workers,
                transfers,
                failure -> new Problem(500, "Failed", failure.toString()),
                null,
                ToolForms.NONE);
        tools = new ToolDispatcher(
                vertx,
                List.of(
                        ToolRoute.of("LOCK", "/echo/{name}", this::whole),
                        ToolRoute.of("PUT", "/echo/{name}", this::read).streaming(64 << 20)),
                new BodyReader(vertx, workers, transfers),
                delivery,
                transfers);
        server = vertx.createHttpServer()
                .requestHandler(request -> {
                    try {
                        tools.handle(request, ANN);
                    } catch (Problem problem) {
                        delivery.refuse(request, ANN, problem);
                    }
                })
                .listen(0, "127.0.0.1")
                .toCompletionStage()
                .toCompletableFuture()
                .join();
    }

    @AfterEach
    void stop() throws IOException {
        end.countDown();
        turns.release(1_000);
        for (Socket client : clients) {
            client.close();
        }
        tools.close();
        workers.close();
        vertx.close().toCompletionStage().toCompletableFuture().join();
    }

    private Answer whole(ToolRequest request) throws InterruptedException {
        running.incrementAndGet();
        turns.acquire();
        return Answer.ok(Map.of());
    }

    /** Reads a tenth, waits for its turn, and reads the rest. */
    private Answer read(ToolRequest request) throws IOException, InterruptedException {
        int size = request.body().readNBytes(BODY / 10).length;
        running.incrementAndGet();
        turns.acquire();
        return Answer.ok(Map.of("size", size + request.body().readAllBytes().length));
    }

    /** Sends a request whose body is as long as declared, or shorter. */
    private Socket send(String method, int declared, int sent) throws IOException {
        Socket client = new Socket(InetAddress.getLoopbackAddress(), server.actualPort());
        clients.add(client);
        client.setSoTimeout(120_000);
        byte[] body = new byte[sent];
        OutputStream out = client.getOutputStream();
        out.write((method + " /echo/x HTTP/1.1\r\nHost: localhost\r\nContent-Length: " + declared + "\r\n\r\n")
                .getBytes(StandardCharsets.US_ASCII));
        // A server that holds up its client takes less than all at first.
        new Thread(() -> {
                    try {
                        out.write(body);
                        out.flush();
                    } catch (IOException e) {
                        end.countDown();
                    }
                })
                .start();
        return client;
    }

    private static int status(Socket client) throws IOException {
        InputStream in = client.getInputStream();
        return Integer.parseInt(new String(in.readNBytes(12), StandardCharsets.US_ASCII).substring(9));
    }

    private void awaitTaken(long least, long most) {
        await().atMost(Duration.ofMinutes(2))
                .untilAsserted(() -> assertThat(transfers.taken()).isBetween(least, most));
    }

    @Test
    void bodyOfACall_counts_untilItHasEnded() throws IOException {
        Socket first = send("LOCK", BODY, BODY);
        Socket second = send("LOCK", BODY, BODY);
        await().atMost(Duration.ofMinutes(2)).until(() -> running.get() == 2);
        awaitTaken(2 * BODY, 2 * BODY);
        assertThat(status(send("LOCK", BODY, BODY))).isEqualTo(503);
        awaitTaken(2 * BODY, 2 * BODY);
        turns.release(2);
        assertThat(status(first)).isEqualTo(200);
        assertThat(status(second)).isEqualTo(200);
        awaitTaken(0, 100);
    }

    @Test
    void bodyThatArrives_counts_untilItIsRead() throws IOException {
        Socket client = send("PUT", BODY, BODY);
        await().atMost(Duration.ofMinutes(2)).until(() -> running.get() == 1);
        awaitTaken(BODY / 4, BODY);
        turns.release();
        assertThat(status(client)).isEqualTo(200);
        awaitTaken(0, 100);
    }

    @Test
    void bodyThatArrives_beyondTheBudget_isRefused() throws IOException {
        transfers.take(BUDGET - 1_000);
        assertThat(status(send("PUT", BODY, BODY))).isEqualTo(503);
        awaitTaken(BUDGET - 1_000, BUDGET - 900);
    }

    @Test
    void bodyOfAClientThatHasGone_countsNoMore() throws IOException {
        Socket client = send("PUT", BODY, BODY / 2);
        await().atMost(Duration.ofMinutes(2)).until(() -> running.get() == 1);
        awaitTaken(BODY / 8, BODY);
        client.close();
        turns.release();
        awaitTaken(0, 0);
    }

    @Test
    void bodyOfACallThatWaitsForItsTurn_staysWithItsClient() throws IOException {
        for (int i = 0; i < 4; i++) {
            send("LOCK", 10, 10);
        }
        await().atMost(Duration.ofMinutes(2)).until(() -> running.get() == 4);
        List<Socket> waiting = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            waiting.add(send("PUT", BODY / 2, BODY / 2));
        }
        // One more than may wait: its refusal shows that the others have come.
        List<Socket> more = new ArrayList<>();
        for (int i = 20; i <= 64; i++) {
            more.add(send("LOCK", 10, 10));
        }
        await().atMost(Duration.ofMinutes(2)).until(() -> {
            for (Socket one : more) {
                if (one.getInputStream().available() > 0) {
                    return true;
                }
            }
            return false;
        });
        assertThat(transfers.taken()).isLessThan(1_000);
        turns.release(1_000);
        int answered = 0;
        for (Socket one : waiting) {
            answered += status(one) == 200 ? 1 : 0;
        }
        assertThat(answered).as("the refused one may be one of these").isGreaterThanOrEqualTo(waiting.size() - 1);
    }
}
