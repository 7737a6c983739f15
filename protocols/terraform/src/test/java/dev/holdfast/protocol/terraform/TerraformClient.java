package dev.holdfast.protocol.terraform;

import dev.holdfast.internal.json.Json;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Requests as the {@code http} backends of Terraform and OpenTofu send them, byte by byte: method, order and spelling of the
 * headers, sums, bodies. Written after {@code internal/backend/remote-state/http/client.go} of both, go-retryablehttp, and Go's
 * own client.
 *
 * @param user as in {@code username}
 * @param token as in {@code password}
 */
record TerraformClient(int port, String user, String token) {
    private static final int PATIENCE_MILLIS = 120_000;

    /** An answer. */
    static final class Told {
        private final int status;
        private final Map<String, String> headers;
        private final byte[] body;

        private Told(int status, Map<String, String> headers, byte[] body) {
            this.status = status;
            this.headers = headers;
            this.body = body;
        }

        int status() {
            return status;
        }

        byte[] body() {
            return body.clone();
        }

        String text() {
            return new String(body, StandardCharsets.UTF_8);
        }

        Map<String, @Nullable Object> json() {
            return Json.readObject(text());
        }

        String header(String name) {
            return headers.getOrDefault(name.toLowerCase(Locale.ROOT), "");
        }
    }

    TerraformClient at(int newPort) {
        return new TerraformClient(newPort, user, token);
    }

    /** Returns the info of a lock as both clients write it: names and order of Go's struct, all members. */
    static String info(String id, String operation, String who) {
        return "{\"ID\":\"" + id + "\",\"Operation\":\"" + operation + "\",\"Info\":\"\",\"Who\":\"" + who
                + "\",\"Version\":\"1.9.5\",\"Created\":\"2026-03-01T10:00:00.123456789Z\",\"Path\":\"\"}";
    }

    static String infoOf(String id) {
        return info(id, "OperationTypeApply", "ann@laptop");
    }

    Told lock(String state, String id) throws IOException {
        return send("LOCK", "/terraform/" + state, bytes(infoOf(id)));
    }

    Told unlock(String state, String id) throws IOException {
        return send("UNLOCK", "/terraform/" + state, bytes(infoOf(id)));
    }

    Told get(String state) throws IOException {
        return send("GET", "/terraform/" + state, null);
    }

    Told put(String state, String id, byte[] body) throws IOException {
        return send("POST", "/terraform/" + state + (id.isEmpty() ? "" : "?ID=" + id), body);
    }

    Told put(String state, String id, String body) throws IOException {
        return put(state, id, bytes(body));
    }

    Told delete(String state) throws IOException {
        return send("DELETE", "/terraform/" + state, null);
    }

    /** Sends a request with a body, or without one. */
    Told send(String method, String path, byte @Nullable [] body) throws IOException {
        try (Socket socket = open()) {
            OutputStream out = socket.getOutputStream();
            out.write(bytes(head(method, path, body, body == null ? "" : md5(body))));
            if (body != null) {
                out.write(body);
            }
            out.flush();
            return answer(socket.getInputStream());
        }
    }

    /** Sends a request whose connection breaks before its answer is read, after the server has received all of it. */
    void sendAndLoseTheAnswer(String method, String path, byte[] body) throws IOException {
        try (Socket socket = open()) {
            OutputStream out = socket.getOutputStream();
            out.write(bytes(head(method, path, body, md5(body))));
            out.write(body);
            out.flush();
            socket.getInputStream().read(); // the answer has begun, so the call is done
        }
    }

    /** Sends raw bytes, and reads an answer. */
    Told raw(String head, byte[] body) throws IOException {
        try (Socket socket = open()) {
            OutputStream out = socket.getOutputStream();
            out.write(bytes(head));
            out.write(body);
            out.flush();
            return answer(socket.getInputStream());
        }
    }

    Socket open() throws IOException {
        Socket socket = new Socket(InetAddress.getLoopbackAddress(), port);
        socket.setSoTimeout(PATIENCE_MILLIS);
        return socket;
    }

    /** Returns the head of a request. Go sorts the headers that the backend sets, and writes its own around them. */
    String head(String method, String path, byte @Nullable [] body, String md5) {
        return method + " " + path + " HTTP/1.1\r\nHost: 127.0.0.1:" + port
                + "\r\nUser-Agent: Go-http-client/1.1\r\n"
                + (body == null ? "" : "Content-Length: " + body.length + "\r\n")
                + "Authorization: " + authorization() + "\r\n"
                + (body == null ? "" : "Content-Md5: " + md5 + "\r\nContent-Type: application/json\r\n")
                + "Accept-Encoding: gzip\r\n\r\n";
    }

    String authorization() {
        return "Basic " + Base64.getEncoder().encodeToString(bytes(user + ":" + token));
    }

    static Told answer(InputStream from) throws IOException {
        DataInputStream in = new DataInputStream(from);
        Map<String, String> headers = headers(in);
        byte[] body = new byte[Integer.parseInt(headers.getOrDefault("content-length", "0"))];
        in.readFully(body);
        return new Told(Integer.parseInt(headers.getOrDefault("", "0")), headers, body);
    }

    /** Reads the head of an answer: the headers by their names in lower case, and the status by an empty name. */
    static Map<String, String> headers(DataInputStream in) throws IOException {
        Map<String, String> headers = new LinkedHashMap<>();
        headers.put("", line(in).split(" ", 3)[1]);
        for (String line = line(in); !line.isEmpty(); line = line(in)) {
            String[] parts = line.split(":", 2);
            headers.put(parts[0].toLowerCase(Locale.ROOT), parts[1].strip());
        }
        return headers;
    }

    private static String line(DataInputStream in) throws IOException {
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        for (int c = in.readUnsignedByte(); c != '\n'; c = in.readUnsignedByte()) {
            if (c != '\r') {
                line.write(c);
            }
        }
        return line.toString(StandardCharsets.UTF_8);
    }

    static String md5(byte[] body) {
        try {
            return Base64.getEncoder()
                    .encodeToString(MessageDigest.getInstance("MD5").digest(body));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
