package dev.holdfast.server;

import dev.holdfast.internal.json.Json;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/** Asks a server, as any program would. */
final class Http {
    private static final HttpClient CLIENT =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

    private final HttpClient client;
    private final String address;
    private final String authorization;

    Http(String address) {
        this(CLIENT, address, "");
    }

    private Http(HttpClient client, String address, String authorization) {
        this.client = client;
        this.address = address;
        this.authorization = authorization;
    }

    /** The same with connections of its own over TLS. */
    Http trusting(SSLContext trust) {
        return new Http(HttpClient.newBuilder().sslContext(trust).build(), address, authorization);
    }

    /** The same by somebody who shows that token. */
    Http as(String token) {
        return new Http(client, address, "Bearer " + token);
    }

    /** What was answered. */
    record Told(HttpResponse<String> response) {
        int status() {
            return response.statusCode();
        }

        String header(String name) {
            return response.headers().firstValue(name).orElse("");
        }

        Map<String, @Nullable Object> json() {
            return Json.readObject(response.body());
        }

        String text(String member) {
            return String.valueOf(json().get(member));
        }

        /** The members of the first object in that list. */
        Map<?, ?> first(String list) {
            return (Map<?, ?>) ((List<?>) json().get(list)).get(0);
        }
    }

    Told get(String path) throws IOException, InterruptedException {
        return send(request(path).GET());
    }

    Told delete(String path) throws IOException, InterruptedException {
        return send(request(path).DELETE());
    }

    Told post(String path, String json) throws IOException, InterruptedException {
        return send(posting(path, json));
    }

    HttpRequest.Builder posting(String path, String json) {
        return request(path).header("Content-Type", "application/json").POST(HttpRequest.BodyPublishers.ofString(json));
    }

    HttpRequest.Builder request(String path) {
        HttpRequest.Builder request =
                HttpRequest.newBuilder(URI.create(address + path)).timeout(Duration.ofMinutes(5));
        return authorization.isEmpty() ? request : request.header("Authorization", authorization);
    }

    Told send(HttpRequest.Builder request) throws IOException, InterruptedException {
        return new Told(client.send(request.build(), BodyHandlers.ofString()));
    }

    /** Asks for an answer that is read as it comes, and may have no end. */
    HttpResponse<InputStream> open(HttpRequest.Builder request) throws IOException, InterruptedException {
        return client.send(request.build(), BodyHandlers.ofInputStream());
    }

    /** Takes that resource for that owner; the receipt. */
    String take(String resource, String owner) throws IOException, InterruptedException {
        return receipt(taking(resource, owner, ""));
    }

    /** Takes what that body asks for; the receipt. */
    String receipt(String body) throws IOException, InterruptedException {
        Told told = post("/v1/locks", body);
        if (told.status() != 201) {
            throw new AssertionError(told.response().body());
        }
        return String.valueOf(told.first("holds").get("receipt"));
    }

    /** The body of a request for a lock, with more members. */
    static String taking(String resource, String owner, String more) {
        return "{\"resources\":[" + Json.write(resource) + "],\"owner\":{\"id\":" + Json.write(owner) + "}" + more
                + "}";
    }
}
