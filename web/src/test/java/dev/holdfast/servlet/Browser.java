package dev.holdfast.servlet;

import dev.holdfast.internal.json.Json;
import java.io.IOException;
import java.net.CookieManager;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.Map;

/** Somebody at a browser: a client with cookies of its own. */
final class Browser {
    private final HttpClient client =
            HttpClient.newBuilder().cookieHandler(new CookieManager()).build();
    private final String user;
    private final Node node;

    private Browser(String user, Node node) {
        this.user = user;
        this.node = node;
    }

    static Browser of(String user, Node node) {
        return new Browser(user, node);
    }

    Answer post(String path) {
        return send("POST", path, "");
    }

    Answer send(String method, String path, String body, String... headers) {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + node.port() + path))
                .header("Content-Type", "application/json")
                .method(method, HttpRequest.BodyPublishers.ofString(body));
        if (!user.isEmpty()) {
            request.header("X-User", URLEncoder.encode(user, StandardCharsets.UTF_8));
        }
        if (headers.length > 0) {
            request.headers(headers);
        }
        try {
            return new Answer(client.send(request.build(), HttpResponse.BodyHandlers.ofString()));
        } catch (IOException e) {
            throw new IllegalStateException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    /** What came back. */
    record Answer(HttpResponse<String> response) {
        int status() {
            return response.statusCode();
        }

        String body() {
            return response.body();
        }

        Map<String, Object> json() {
            return Json.readObject(body());
        }

        String header(String name) {
            return response.headers().firstValue(name).orElse("");
        }
    }
}
