package dev.holdfast.server.webhooks;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.LockManager;
import dev.holdfast.server.HoldfastServer;
import dev.holdfast.server.ServerOptions;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The receiver that the page about webhooks shows, as a program of its own. */
@Timeout(value = 300, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class ReceiverExampleTest {
    private static final Path FILE = Path.of("../examples/webhook-receiver/WebhookReceiver.java");
    private static final String SECRET = "the secret of the example, which is long enough";

    @Test
    void theExample_printsWhatIsSigned_andRefusesWhatIsNot() throws Exception {
        ProcessBuilder command = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(), FILE.toString(), "0")
                .redirectErrorStream(true);
        command.environment().put("WEBHOOK_SECRET", SECRET);
        Process process = command.start();
        try (BufferedReader out =
                        new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
                LockManager locks = LockManager.open("memory:")) {
            String listening = out.readLine();
            assertThat(listening).startsWith("Listening on port ");
            URI url = URI.create("http://127.0.0.1:" + listening.replaceAll("\\D", "") + "/");
            HttpRequest forged = HttpRequest.newBuilder(url)
                    .header("webhook-id", "1")
                    .header("webhook-timestamp", Long.toString(System.currentTimeMillis() / 1_000))
                    .header("webhook-signature", "v1,AAAA")
                    .POST(HttpRequest.BodyPublishers.ofString("{}"))
                    .build();
            assertThat(HttpClient.newHttpClient()
                            .send(forged, HttpResponse.BodyHandlers.discarding())
                            .statusCode())
                    .isEqualTo(401);
            HookOptions hook = new HookOptions("print", url, WebhookSecret.of(SECRET));
            WebhookOptions hooks = new WebhookOptions(List.of(hook), AllowedAddresses.of(List.of("127.0.0.1")));
            HoldfastServer server =
                    HoldfastServer.start(locks, ServerOptions.DEFAULT.port(0).webhooks(hooks));
            try {
                locks.acquire("Chapter_03").close();
                assertThat(out.readLine()).contains("lock.acquired", "Chapter_03");
                assertThat(out.readLine()).contains("lock.released", "Chapter_03");
            } finally {
                server.close();
            }
        } finally {
            process.destroy();
        }
    }
}
