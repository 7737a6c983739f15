package dev.holdfast.store.redis;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** A script that runs in the server: its text, and the digest under which the server remembers it. */
final class Script {
    static final Script GREET = new Script("greet.lua");
    static final Script APPLY = new Script("apply.lua");

    private final byte[] text;
    private final byte[] digest;

    private Script(String file) {
        text = load(file);
        digest = digest(text);
    }

    byte[] text() {
        return text;
    }

    byte[] digest() {
        return digest;
    }

    private static byte[] load(String file) {
        try (InputStream in = Script.class.getResourceAsStream(file)) {
            if (in == null) {
                throw new IllegalStateException("The script " + file + " is missing from this program.");
            }
            // What is said to people costs the server time to read.
            StringBuilder lines = new StringBuilder();
            for (String line : new String(in.readAllBytes(), StandardCharsets.UTF_8).split("\n", -1)) {
                if (!line.isBlank() && !line.strip().startsWith("--")) {
                    lines.append(line.strip()).append('\n');
                }
            }
            return lines.toString().getBytes(StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static byte[] digest(byte[] text) {
        try {
            byte[] sha = MessageDigest.getInstance("SHA-1").digest(text);
            return HexFormat.of().formatHex(sha).getBytes(StandardCharsets.US_ASCII);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("Every Java has SHA-1.", e);
        }
    }
}
