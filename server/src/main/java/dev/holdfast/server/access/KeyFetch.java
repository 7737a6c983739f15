package dev.holdfast.server.access;

import com.nimbusds.jose.jwk.JWK;
import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jose.jwk.RSAKey;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.text.ParseException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Fetches the keys of an issuer. No thread waits for the answer, which has a timeout and a maximum size. Weak keys are ignored. */
final class KeyFetch implements Supplier<CompletableFuture<JWKSet>> {
    private static final Logger LOG = System.getLogger("dev.holdfast.server.access");
    private static final Duration LIMIT = Duration.ofSeconds(5);
    private static final int MIN_RSA_BITS = 2048;

    private final URI address;
    // A redirect from TLS leads only to TLS.
    private final HttpClient client = HttpClient.newBuilder()
            .connectTimeout(LIMIT)
            .followRedirects(HttpClient.Redirect.NORMAL)
            .build();

    KeyFetch(URI address) {
        this.address = address;
    }

    @Override
    public CompletableFuture<JWKSet> get() {
        HttpRequest request = HttpRequest.newBuilder(address)
                .timeout(LIMIT)
                .header("Accept", "application/json")
                .build();
        CompletableFuture<HttpResponse<byte[]>> answer = client.sendAsync(request, head -> new LimitedBody());
        CompletableFuture<JWKSet> keys =
                answer.thenApply(this::keys).orTimeout(LIMIT.toMillis(), TimeUnit.MILLISECONDS);
        // A server that sends byte by byte would never end.
        return keys.whenComplete((done, failure) -> answer.cancel(true));
    }

    private JWKSet keys(HttpResponse<byte[]> answer) {
        if (answer.statusCode() != 200) {
            throw failed("answered " + answer.statusCode(), null);
        }
        try {
            JWKSet all = JWKSet.parse(new String(answer.body(), StandardCharsets.UTF_8));
            List<JWK> strong = all.getKeys().stream().filter(KeyFetch::isStrong).toList();
            if (strong.size() < all.size()) {
                LOG.log(
                        Level.WARNING,
                        "RSA keys of fewer than " + MIN_RSA_BITS + " bits at " + address.getHost()
                                + " are ignored: the issuer must sign with longer ones.");
            }
            return new JWKSet(strong);
        } catch (ParseException e) {
            throw failed("answered no set of keys", e);
        }
    }

    private static boolean isStrong(JWK key) {
        return !(key instanceof RSAKey) || key.size() >= MIN_RSA_BITS;
    }

    private UncheckedIOException failed(String why, @Nullable Throwable cause) {
        return new UncheckedIOException(new IOException(address.getHost() + " " + why + ".", cause));
    }
}
