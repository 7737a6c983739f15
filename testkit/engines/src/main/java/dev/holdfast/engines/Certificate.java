package dev.holdfast.engines;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.Base64;
import java.util.List;

/**
 * A self-signed certificate for this machine, and its key.
 *
 * @param cert the certificate as a PEM file
 * @param key its key as a PEM file
 * @param keys both as a key store
 * @param trust a key store that trusts it and no other
 */
public record Certificate(Path cert, Path key, Path keys, Path trust) {
    /** The password of both key stores. */
    public static final String PASSWORD = "changeit";

    /** Creates a certificate with a name, with all its files in a folder. */
    public static Certificate make(Path folder, String name) throws IOException, GeneralSecurityException {
        return make(folder, name, "DNS:localhost,IP:127.0.0.1");
    }

    /** Creates a certificate for other hosts, such as {@code DNS:db.example.org}. */
    public static Certificate make(Path folder, String name, String hosts)
            throws IOException, GeneralSecurityException {
        Path keys = folder.resolve(name + ".p12");
        ServerProcess.run(
                List.of(
                        Path.of(System.getProperty("java.home"), "bin", "keytool")
                                .toString(),
                        "-genkeypair",
                        "-alias",
                        name,
                        "-keyalg",
                        "EC",
                        "-dname",
                        "CN=" + name,
                        "-ext",
                        "SAN=" + hosts,
                        "-ext",
                        "BC=ca:true",
                        "-validity",
                        "2",
                        "-storetype",
                        "PKCS12",
                        "-keystore",
                        keys.toString(),
                        "-storepass",
                        PASSWORD),
                folder.resolve(name + ".log"));
        KeyStore made = KeyStore.getInstance(keys.toFile(), PASSWORD.toCharArray());
        byte[] key = made.getKey(name, PASSWORD.toCharArray()).getEncoded();
        return new Certificate(
                pem(
                        folder.resolve(name + ".pem"),
                        "CERTIFICATE",
                        made.getCertificate(name).getEncoded()),
                pem(folder.resolve(name + "-key.pem"), "PRIVATE KEY", key),
                keys,
                trusting(made, name, folder.resolve(name + "-trust.p12")));
    }

    /** Writes a PEM file that only its owner can read, as servers require for keys. */
    private static Path pem(Path file, String what, byte[] bytes) throws IOException {
        String text = Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(bytes);
        Files.writeString(file, "-----BEGIN " + what + "-----\n" + text + "\n-----END " + what + "-----\n");
        return Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
    }

    private static Path trusting(KeyStore made, String name, Path file) throws IOException, GeneralSecurityException {
        KeyStore trusted = KeyStore.getInstance("PKCS12");
        trusted.load(null, null);
        trusted.setCertificateEntry(name, made.getCertificate(name));
        try (OutputStream out = Files.newOutputStream(file)) {
            trusted.store(out, PASSWORD.toCharArray());
        }
        return file;
    }
}
