package dev.holdfast.browser;

import dev.holdfast.internal.json.Json;
import java.io.IOException;
import java.net.CookieManager;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.Map;

/** A user who is signed in at one of the examples, without a page. */
public final class Visitor {
    private final CookieManager cookies = new CookieManager();
    private final HttpClient client =
            HttpClient.newBuilder().cookieHandler(cookies).build();
    private final String address;

    private Visitor(String address) {
        this.address = address;
    }

    public static Visitor at(String address, String person) {
        Visitor visitor = new Visitor(address);
        visitor.get("/session/people");
        visitor.send("POST", "/session/sign-in", "{\"id\": \"" + person + "\"}");
        return visitor;
    }

    public Answer get(String path) {
        return send("GET", path, "");
    }

    public Answer post(String path) {
        return send("POST", path, "");
    }

    public Answer send(String method, String path, String json) {
        HttpRequest request = HttpRequest.newBuilder(URI.create(address + path))
                .header("Content-Type", "application/json")
                .header("X-XSRF-TOKEN", token())
                .method(method, HttpRequest.BodyPublishers.ofString(json))
                .build();
        try {
            HttpResponse<String> response = client.send(request, HttpResponse.BodyHandlers.ofString());
            return new Answer(response.statusCode(), response.body());
        } catch (IOException e) {
            throw new IllegalStateException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    private String token() {
        return cookies.getCookieStore().getCookies().stream()
                .filter(cookie -> cookie.getName().equals("XSRF-TOKEN"))
                .map(cookie -> cookie.getValue())
                .findFirst()
                .orElse("");
    }

    /** The answer to a request. */
    public record Answer(int status, String body) {
        public Map<String, Object> json() {
            return Json.readObject(body);
        }
    }
}
