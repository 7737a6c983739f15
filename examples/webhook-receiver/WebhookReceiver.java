import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.time.Instant;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.Map;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * A receiver of webhooks: java WebhookReceiver.java PORT, with the secret in WEBHOOK_SECRET. It prints each event once, and
 * refuses calls that are not signed with the secret, or older than five minutes.
 */
public final class WebhookReceiver {
    private static final int MAX_BODY = 1 << 20;
    private static final int MAX_IDS = 10_000;
    private static final long MAX_AGE_SECONDS = 300;

    private final byte[] key = System.getenv("WEBHOOK_SECRET").getBytes(StandardCharsets.UTF_8);
    /** Events may come twice: after an answer that got lost, or from a second server on the store. */
    private final Map<String, Boolean> seen = new LinkedHashMap<>() {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Boolean> eldest) {
            return size() > MAX_IDS;
        }
    };

    public static void main(String[] arguments) throws IOException {
        WebhookReceiver receiver = new WebhookReceiver();
        InetSocketAddress place =
                new InetSocketAddress(InetAddress.getLoopbackAddress(), Integer.parseInt(arguments[0]));
        HttpServer server = HttpServer.create(place, 0);
        server.createContext("/", receiver::receive);
        server.start();
        System.out.println("Listening on port " + server.getAddress().getPort());
    }

    private void receive(HttpExchange call) throws IOException {
        try (call) {
            byte[] body = call.getRequestBody().readNBytes(MAX_BODY);
            String id = header(call, "webhook-id");
            boolean genuine = isGenuine(
                    id, header(call, "webhook-timestamp"), header(call, "webhook-signature"), body);
            if (genuine && seen.put(id, true) == null) {
                System.out.println(new String(body, StandardCharsets.UTF_8));
            }
            call.sendResponseHeaders(genuine ? 204 : 401, -1);
        }
    }

    private static String header(HttpExchange call, String name) {
        String value = call.getRequestHeaders().getFirst(name);
        return value == null ? "" : value;
    }

    private boolean isGenuine(String id, String timestamp, String signatures, byte[] body) {
        if (!timestamp.matches("\\d{1,12}")
                || Math.abs(Instant.now().getEpochSecond() - Long.parseLong(timestamp)) > MAX_AGE_SECONDS) {
            return false;
        }
        byte[] wanted = ("v1," + Base64.getEncoder().encodeToString(signature(id, timestamp, body)))
                .getBytes(StandardCharsets.UTF_8);
        for (String signature : signatures.split(" ")) {
            // Takes the same time wherever the two differ.
            if (MessageDigest.isEqual(wanted, signature.getBytes(StandardCharsets.UTF_8))) {
                return true;
            }
        }
        return false;
    }

    private byte[] signature(String id, String timestamp, byte[] body) {
        try {
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(key, "HmacSHA256"));
            mac.update((id + "." + timestamp + ".").getBytes(StandardCharsets.UTF_8));
            return mac.doFinal(body);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }
}
