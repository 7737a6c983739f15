package dev.holdfast.store.etcd;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.Base64;
import java.util.List;

/** A certificate for this machine that vouches for itself, and its key, as PEM files. */
record Certificate(Path cert, Path key) {
    private static final String PASSWORD = "changeit";

    static Certificate make(Path folder, String name) throws Exception {
        Path store = folder.resolve(name + ".p12");
        Path keytool = Path.of(System.getProperty("java.home"), "bin", "keytool");
        List<String> command = List.of(
                keytool.toString(),
                "-genkeypair",
                "-alias",
                "me",
                "-keyalg",
                "EC",
                "-dname",
                "CN=" + name,
                "-ext",
                "SAN=IP:127.0.0.1",
                "-validity",
                "2",
                "-storetype",
                "PKCS12",
                "-keystore",
                store.toString(),
                "-storepass",
                PASSWORD);
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve(name + ".log").toFile())
                .start();
        if (process.waitFor() != 0) {
            throw new IllegalStateException(Files.readString(folder.resolve(name + ".log")));
        }
        return read(store, folder, name);
    }

    private static Certificate read(Path store, Path folder, String name) throws GeneralSecurityException, IOException {
        KeyStore keys = KeyStore.getInstance("PKCS12");
        try (InputStream in = Files.newInputStream(store)) {
            keys.load(in, PASSWORD.toCharArray());
        }
        Path cert = folder.resolve(name + ".pem");
        Path key = folder.resolve(name + "-key.pem");
        Files.writeString(cert, pem("CERTIFICATE", keys.getCertificate("me").getEncoded()));
        Files.writeString(
                key,
                pem("PRIVATE KEY", keys.getKey("me", PASSWORD.toCharArray()).getEncoded()));
        return new Certificate(cert, key);
    }

    private static String pem(String what, byte[] bytes) {
        String text = Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(bytes);
        return "-----BEGIN " + what + "-----\n" + text + "\n-----END " + what + "-----\n";
    }
}
