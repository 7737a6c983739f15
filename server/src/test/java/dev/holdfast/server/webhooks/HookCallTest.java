package dev.holdfast.server.webhooks;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.server.TestKeys;
import dev.holdfast.server.TlsOptions;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.net.ClientSSLOptions;
import io.vertx.core.net.PemKeyCertOptions;
import io.vertx.core.net.PemTrustOptions;
import java.net.URI;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Calls with TLS: the certificate is checked against the name, although the connection goes to an address. */
@Timeout(value = 300, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class HookCallTest {
    private static final Delivery EVENT = new Delivery("evt_1", "r", "acquired", Instant.EPOCH, "{}");

    @TempDir
    private Path folder;

    private final Queue<String> hosts = new ConcurrentLinkedQueue<>();

    private static CallResult call(Vertx vertx, ClientSSLOptions trust, String url) throws Exception {
        HookCall calls =
                new HookCall(vertx, AllowedAddresses.of(List.of("127.0.0.0/8")), InstantSource.system(), trust);
        HookOptions hook = new HookOptions("tls", URI.create(url), WebhookSecret.of("s".repeat(32)));
        return calls.send(hook, EVENT).toCompletionStage().toCompletableFuture().get(120, TimeUnit.SECONDS);
    }

    private HttpServer receiver(Vertx vertx, TlsOptions keys, String host) throws Exception {
        return vertx.createHttpServer(new HttpServerOptions()
                        .setSsl(true)
                        .setKeyCertOptions(new PemKeyCertOptions()
                                .setCertPath(keys.certificate().toString())
                                .setKeyPath(keys.key().toString())))
                .requestHandler(request -> {
                    hosts.add(request.authority().host());
                    request.response().setStatusCode(204).end();
                })
                .listen(0, host)
                .toCompletionStage()
                .toCompletableFuture()
                .get(120, TimeUnit.SECONDS);
    }

    @Test
    void certificate_mustBeTrusted_andHaveTheNameOfTheAddress() throws Exception {
        TlsOptions keys = TestKeys.order(folder, "receiver", "EC").made().options();
        Vertx vertx = Vertx.vertx();
        try {
            int port = receiver(vertx, keys, "127.0.0.1").actualPort();
            int other = receiver(vertx, keys, "127.0.0.2").actualPort();
            ClientSSLOptions trusting = new ClientSSLOptions()
                    .setTrustOptions(
                            new PemTrustOptions().addCertPath(keys.certificate().toString()));
            assertThat(call(vertx, trusting, "https://localhost:" + port + "/")).isEqualTo(CallResult.DELIVERED);
            assertThat(hosts).containsExactly("localhost");
            assertThat(call(vertx, trusting, "https://127.0.0.2:" + other + "/").kind())
                    .as("the certificate has another name")
                    .isEqualTo(CallResult.CallEnd.FAILED);
            assertThat(call(vertx, new ClientSSLOptions(), "https://localhost:" + port + "/")
                            .kind())
                    .as("the certificate is unknown")
                    .isEqualTo(CallResult.CallEnd.FAILED);
            assertThat(hosts).hasSize(1);
        } finally {
            vertx.close().toCompletionStage().toCompletableFuture().get(120, TimeUnit.SECONDS);
        }
    }

    @Test
    void names_areResolvedOnThreadsOfTheHook() throws Exception {
        Vertx vertx = Vertx.vertx(new VertxOptions().setWorkerPoolSize(1));
        CountDownLatch end = new CountDownLatch(1);
        try {
            int port = vertx.createHttpServer()
                    .requestHandler(request -> request.response().end())
                    .listen(0, "127.0.0.1")
                    .toCompletionStage()
                    .toCompletableFuture()
                    .get(120, TimeUnit.SECONDS)
                    .actualPort();
            // As the threads of a server whose name server does not answer.
            vertx.executeBlocking(() -> end.await(120, TimeUnit.SECONDS), false);
            assertThat(call(vertx, new ClientSSLOptions(), "http://127.0.0.1:" + port + "/"))
                    .isEqualTo(CallResult.DELIVERED);
        } finally {
            end.countDown();
            vertx.close().toCompletionStage().toCompletableFuture().get(120, TimeUnit.SECONDS);
        }
    }
}
