package dev.holdfast.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.holdfast.LockManager;
import dev.holdfast.ManagerOptions;
import dev.holdfast.Receipt;
import dev.holdfast.spi.StoreManagers;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Callers with a token that wait for one lock, with and without a receipt of their own. */
@Timeout(value = 300, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class SignedInWaitersTest {
    private static final Duration LONG = Duration.ofMinutes(2);

    private final Guarded server = Guarded.byTokens();
    private final LockManager another = StoreManagers.over(server.store(), ManagerOptions.DEFAULT);
    private final HttpClient client =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

    @AfterEach
    void stop() {
        server.close();
    }

    private CompletableFuture<HttpResponse<String>> ask(String token, String owner, String more) {
        return client.sendAsync(
                HttpRequest.newBuilder(URI.create(server.address() + "/v1/locks"))
                        .header("Content-Type", "application/json")
                        .header("Authorization", "Bearer " + token)
                        .POST(HttpRequest.BodyPublishers.ofString(Http.taking("r", owner, ",\"wait\":\"1h\"" + more)))
                        .build(),
                HttpResponse.BodyHandlers.ofString());
    }

    private CompletableFuture<Void> asksAndReleases(int number) {
        String receipt = Receipt.create("r").text();
        boolean own = number % 2 == 0;
        String token = server.token("user" + number, "editor").secret();
        return ask(token, "o" + number, own ? ",\"receipt\":\"" + receipt + "\"" : "")
                .thenAccept(answer -> {
                    assertThat(answer.statusCode()).isEqualTo(201);
                    try {
                        server.http()
                                .as(token)
                                .delete("/v1/holds/"
                                        + new Http.Told(answer).first("holds").get("receipt"));
                    } catch (Exception e) {
                        throw new IllegalStateException(e);
                    }
                });
    }

    @Test
    void hundreds_haveOneTicket_andAllAreServed() throws Exception {
        Http http = server.http().as(server.token("holder", "editor").secret());
        String held = http.take("r", "holder");
        List<CompletableFuture<Void>> all = new ArrayList<>();
        for (int i = 0; i < 300; i++) {
            all.add(asksAndReleases(i));
        }
        await().atMost(LONG).until(() -> another.view("r").waiting() == 300);
        assertThat(another.view("r").queue()).as("tickets in the store").hasSize(1);

        assertThat(http.delete("/v1/holds/" + held).status()).isEqualTo(204);

        for (CompletableFuture<Void> one : all) {
            one.get(120, TimeUnit.SECONDS);
        }
        assertThat(another.view("r").free()).isTrue();
        assertThat(another.view("r").queue()).isEmpty();
    }
}
