package dev.holdfast.server;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.Base64;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/** A certificate for this machine that vouches for itself, and its key, as PEM files and for clients that trust it. */
public final class TestKeys {
    private static final String PASSWORD = "changeit";

    private final Path folder;
    private final String name;
    private final KeyStore store;

    private TestKeys(Path folder, String name, KeyStore store) {
        this.folder = folder;
        this.name = name;
        this.store = store;
    }

    /** Keys that another process makes. */
    public record Order(Path folder, String name, Process keytool) {
        /** Waits until they are made, and writes them as NAME.crt and NAME.key. */
        public TestKeys made() throws IOException, InterruptedException, GeneralSecurityException {
            if (!keytool.waitFor(120, TimeUnit.SECONDS) || keytool.exitValue() != 0) {
                throw new IOException("keytool made no keys.");
            }
            KeyStore store = KeyStore.getInstance("PKCS12");
            try (InputStream in = Files.newInputStream(folder.resolve(name + ".p12"))) {
                store.load(in, PASSWORD.toCharArray());
            }
            pem(".crt", "CERTIFICATE", store.getCertificate("own").getEncoded());
            pem(
                    ".key",
                    "PRIVATE KEY",
                    store.getKey("own", PASSWORD.toCharArray()).getEncoded());
            return new TestKeys(folder, name, store);
        }

        private void pem(String ending, String what, byte[] content) throws IOException {
            String text = Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(content);
            Files.writeString(
                    folder.resolve(name + ending),
                    "-----BEGIN " + what + "-----\n" + text + "\n-----END " + what + "-----\n");
        }
    }

    /** Begins to make keys. */
    public static Order order(Path folder, String name, String algorithm) throws IOException {
        return new Order(
                folder,
                name,
                new ProcessBuilder(
                                Path.of(System.getProperty("java.home"), "bin", "keytool")
                                        .toString(),
                                "-genkeypair",
                                "-alias",
                                "own",
                                "-keyalg",
                                algorithm,
                                "-dname",
                                "CN=localhost",
                                "-ext",
                                "san=dns:localhost,ip:127.0.0.1",
                                "-keystore",
                                folder.resolve(name + ".p12").toString(),
                                "-storetype",
                                "PKCS12",
                                "-storepass",
                                PASSWORD)
                        .redirectErrorStream(true)
                        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                        .start());
    }

    /** Returns what a server proves itself with. */
    public TlsOptions options() {
        return new TlsOptions(folder.resolve(name + ".crt"), folder.resolve(name + ".key"));
    }

    /** Returns what a client needs that trusts this certificate, and no other. */
    SSLContext trusting() throws IOException, GeneralSecurityException {
        KeyStore trusted = KeyStore.getInstance("PKCS12");
        trusted.load(null, null);
        trusted.setCertificateEntry("server", store.getCertificate("own"));
        TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        trust.init(trusted);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(null, trust.getTrustManagers(), null);
        return context;
    }
}
