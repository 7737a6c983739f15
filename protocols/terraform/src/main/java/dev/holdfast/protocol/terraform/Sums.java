package dev.holdfast.protocol.terraform;

import dev.holdfast.server.http.JsonBody;
import dev.holdfast.server.http.Problem;
import dev.holdfast.server.http.ToolRequest;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;

/** Small bodies, with the sum that the client sent of them. */
final class Sums {
    static final String HEADER = "Content-MD5";

    private Sums() {}

    /** Reads a body. Throws a {@link Problem} if it is not what the client has sent. */
    static JsonBody json(ToolRequest request) throws IOException {
        byte[] body = request.body().readAllBytes();
        String sum = request.header(HEADER).strip();
        if (!sum.isEmpty() && !sum.equals(of(body))) {
            throw new Problem(
                    400,
                    "Damaged",
                    "The request was damaged on its way: its MD5 is not that of the header " + HEADER
                            + ". Send it again.");
        }
        return new ToolRequest(
                        request.caller(),
                        request.values(),
                        request.query(),
                        request.headers(),
                        new ByteArrayInputStream(body))
                .json();
    }

    private static String of(byte[] body) {
        try {
            return Base64.getEncoder()
                    .encodeToString(MessageDigest.getInstance("MD5").digest(body));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("This JVM lacks MD5.", e);
        }
    }
}
