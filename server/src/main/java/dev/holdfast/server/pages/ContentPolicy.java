package dev.holdfast.server.pages;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The content policy of the operator's pages. They load everything from this server, and their own inline scripts run: their
 * hashes are in the policy. A script that comes in with data, such as the note of a lock, does not run.
 */
final class ContentPolicy {
    private static final String REST =
            "; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; font-src 'self' data:;"
                    + " media-src 'self' blob:; connect-src 'self'; worker-src 'self' blob:; manifest-src 'self'; base-uri 'self';"
                    + " form-action 'self'; frame-src 'self'; frame-ancestors 'self'";
    private static final Pattern INLINE = Pattern.compile(
            "<script\\b(?![^>]*\\bsrc\\s*=)[^>]*>(.*?)</script\\s*>", Pattern.CASE_INSENSITIVE | Pattern.DOTALL);
    /** A header has a bound, too. */
    private static final int MOST = 50;

    private ContentPolicy() {}

    /** Returns the policy of a file. */
    static String of(String type, byte[] content) {
        StringBuilder policy = new StringBuilder("default-src 'none'; script-src 'self' 'wasm-unsafe-eval'");
        if (type.startsWith("text/html")) {
            Matcher scripts = INLINE.matcher(new String(content, StandardCharsets.UTF_8));
            for (int i = 0; i < MOST && scripts.find(); i++) {
                policy.append(" 'sha256-").append(hash(scripts.group(1))).append('\'');
            }
        }
        return policy.append(REST).toString();
    }

    /** Returns the hash of a script, as a browser calculates it: after the lines of its page were read. */
    private static String hash(String script) {
        try {
            byte[] read = script.replace("\r\n", "\n").replace('\r', '\n').getBytes(StandardCharsets.UTF_8);
            return Base64.getEncoder()
                    .encodeToString(MessageDigest.getInstance("SHA-256").digest(read));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("Every JDK has SHA-256.", e);
        }
    }
}
