package dev.holdfast.server;

import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.net.PemKeyCertOptions;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.Signature;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.KeyManager;
import javax.net.ssl.X509KeyManager;

/**
 * The certificate of a server.
 *
 * @param certificate the file with its certificate chain in PEM
 * @param key the file with its private key in PEM
 */
public record TlsOptions(Path certificate, Path key) {
    /** For the whole handshake, however its bytes arrive. */
    private static final Duration HANDSHAKE = Duration.ofSeconds(10);

    private static final byte[] PROBE = {1, 2, 3};

    /** @throws ServerException if the certificate or the key cannot be used */
    HttpServerOptions applyTo(HttpServerOptions options, Vertx vertx) {
        requireReadable("certificate", certificate);
        requireReadable("key", key);
        PemKeyCertOptions pem =
                new PemKeyCertOptions().addCertPath(certificate.toString()).addKeyPath(key.toString());
        try {
            requireMatch(pem, vertx);
        } catch (ServerException e) {
            throw e;
        } catch (Exception e) {
            throw new ServerException(
                    "The certificate " + certificate + " and the key " + key + " cannot be read (" + e.getMessage()
                            + "): both must be PEM, the key without a password.",
                    e);
        }
        return options.setSsl(true)
                .setUseAlpn(true)
                .setKeyCertOptions(pem)
                .setSslHandshakeTimeout(HANDSHAKE.toMillis())
                .setSslHandshakeTimeoutUnit(TimeUnit.MILLISECONDS);
    }

    private static void requireReadable(String what, Path file) {
        if (!Files.isRegularFile(file) || !Files.isReadable(file)) {
            throw new ServerException(
                    "The " + what + " for TLS cannot be read at " + file + ": use the path of a PEM file.", null);
        }
    }

    /** Throws if the key does not belong to the certificate: the server would start, but no client could connect. */
    private void requireMatch(PemKeyCertOptions pem, Vertx vertx) throws Exception {
        for (KeyManager manager : pem.getKeyManagerFactory(vertx).getKeyManagers()) {
            if (manager instanceof X509KeyManager keys) {
                for (String type : new String[] {"RSA", "EC", "EdDSA"}) {
                    String alias = keys.chooseServerAlias(type, null, null);
                    X509Certificate[] chain = alias == null ? null : keys.getCertificateChain(alias);
                    PrivateKey own = alias == null ? null : keys.getPrivateKey(alias);
                    if (chain != null && own != null && !belong(type, own, chain[0].getPublicKey())) {
                        throw new ServerException(
                                "The key " + key + " does not belong to the certificate " + certificate
                                        + ": use the key that the certificate was issued for.",
                                null);
                    }
                }
            }
        }
    }

    private static boolean belong(String type, PrivateKey own, PublicKey shown) {
        String algorithm = type.equals("RSA") ? "SHA256withRSA" : type.equals("EC") ? "SHA256withECDSA" : "EdDSA";
        try {
            Signature signature = Signature.getInstance(algorithm);
            signature.initSign(own);
            signature.update(PROBE);
            byte[] signed = signature.sign();
            signature.initVerify(shown);
            signature.update(PROBE);
            return signature.verify(signed);
        } catch (GeneralSecurityException e) {
            return false;
        }
    }
}
