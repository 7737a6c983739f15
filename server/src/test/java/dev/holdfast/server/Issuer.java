package dev.holdfast.server;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.crypto.RSASSASigner;
import com.nimbusds.jose.crypto.opts.AllowWeakRSAKey;
import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jose.jwk.RSAKey;
import com.nimbusds.jose.jwk.gen.RSAKeyGenerator;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.SignedJWT;
import com.sun.net.httpserver.HttpServer;
import dev.holdfast.server.options.JwtOptions;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Date;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;

/** Issues JWTs and shows its keys, as an identity provider does. */
final class Issuer implements AutoCloseable {
    static final String NAME = "https://id.example.org/";
    static final String AUDIENCE = "holdfast";

    /** Made once, since that takes long. */
    private static final RSAKey FIRST = key("one");

    private final AtomicInteger asked = new AtomicInteger();
    private final HttpServer keys;
    private volatile RSAKey key = FIRST;
    private volatile CountDownLatch answering = new CountDownLatch(0);

    Issuer() throws IOException {
        keys = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        keys.createContext("/jwks.json", exchange -> {
            asked.incrementAndGet();
            try {
                answering.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            byte[] text = new JWKSet(key.toPublicJWK()).toString().getBytes(StandardCharsets.UTF_8);
            exchange.getResponseHeaders().add("Content-Type", "application/json");
            exchange.sendResponseHeaders(200, text.length);
            exchange.getResponseBody().write(text);
            exchange.close();
        });
        keys.start();
    }

    /** From now on it accepts connections and does not answer. */
    void hang() {
        answering = new CountDownLatch(1);
    }

    /** From now on it has that key. */
    void change(RSAKey newKey) {
        key = newKey;
    }

    static RSAKey key(String id) {
        try {
            return new RSAKeyGenerator(2048).keyID(id).generate();
        } catch (JOSEException e) {
            throw new IllegalStateException(e);
        }
    }

    JwtOptions options() {
        return JwtOptions.of(
                NAME,
                AUDIENCE,
                URI.create("http://127.0.0.1:" + keys.getAddress().getPort() + "/jwks.json"));
    }

    /** How often somebody fetched the keys. */
    int asked() {
        return asked.get();
    }

    RSAKey key() {
        return key;
    }

    /** From now on it has another key. */
    void change(String id) {
        key = key(id);
    }

    /** Claims that count. */
    static JWTClaimsSet.Builder claims() {
        Instant now = Instant.now();
        return new JWTClaimsSet.Builder()
                .issuer(NAME)
                .audience(AUDIENCE)
                .subject("anna")
                .claim("name", "Anna Berg")
                .claim("holdfast", List.of("reader", "editor:scene/"))
                .issueTime(Date.from(now))
                .expirationTime(Date.from(now.plusSeconds(300)));
    }

    String signed(JWTClaimsSet claims) {
        return signed(claims, key);
    }

    static String signed(JWTClaimsSet claims, RSAKey by) {
        try {
            SignedJWT jwt = new SignedJWT(
                    new JWSHeader.Builder(JWSAlgorithm.RS256)
                            .keyID(by.getKeyID())
                            .build(),
                    claims);
            jwt.sign(new RSASSASigner(by.toPrivateKey(), Set.of(AllowWeakRSAKey.getInstance())));
            return jwt.serialize();
        } catch (JOSEException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public void close() {
        answering.countDown();
        keys.stop(0);
    }
}
