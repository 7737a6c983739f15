package dev.holdfast.example.picking;

import dev.holdfast.internal.json.Json;
import java.io.IOException;
import java.net.CookieManager;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.Map;

/** Somebody who calls without a browser. */
final class Caller {
    private final HttpClient client =
            HttpClient.newBuilder().cookieHandler(new CookieManager()).build();
    private final String address;

    private Caller(String address) {
        this.address = address;
    }

    static Caller nobody(Picking node) {
        return new Caller(node.address());
    }

    static Caller named(String name, Picking node) {
        Caller made = nobody(node);
        made.post("/sign-in", Map.of("name", name));
        return made;
    }

    /** What came back. */
    record Answer(int status, String body) {
        Map<String, Object> json() {
            return Json.readObject(body);
        }

        String detail() {
            return String.valueOf(json().get("detail"));
        }
    }

    Answer get(String path) {
        return send(request(path).GET());
    }

    Answer post(String path) {
        return send(request(path).POST(HttpRequest.BodyPublishers.noBody()));
    }

    Answer post(String path, Map<String, ?> body) {
        return send(request(path)
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString(Json.write(body))));
    }

    private HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(URI.create(address + path));
    }

    private Answer send(HttpRequest.Builder request) {
        try {
            HttpResponse<String> response = client.send(request.build(), HttpResponse.BodyHandlers.ofString());
            return new Answer(response.statusCode(), response.body());
        } catch (IOException e) {
            throw new IllegalStateException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }
}
