package dev.holdfast.spring;

import dev.holdfast.internal.json.Json;
import java.io.IOException;
import java.net.CookieManager;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.Map;
import org.springframework.context.ConfigurableApplicationContext;

/** Somebody at a browser: a client with cookies of its own. */
public final class Browser {
    private final HttpClient client =
            HttpClient.newBuilder().cookieHandler(new CookieManager()).build();
    private final String user;
    private String address;

    private Browser(String user, ConfigurableApplicationContext application) {
        this.user = user;
        this.address = Apps.address(application);
    }

    public static Browser of(String user, ConfigurableApplicationContext application) {
        return new Browser(user, application);
    }

    /** The same, with its cookies, at another node. */
    Browser at(ConfigurableApplicationContext application) {
        address = Apps.address(application);
        return this;
    }

    public Answer get(String path) {
        return send("GET", path, "");
    }

    public Answer post(String path) {
        return send("POST", path, "");
    }

    public Answer send(String method, String path, String json, String... headers) {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(address + path))
                .header("X-User", user)
                .header("Content-Type", "application/json")
                .method(method, HttpRequest.BodyPublishers.ofString(json));
        if (headers.length > 0) {
            request.headers(headers);
        }
        try {
            HttpResponse<String> response = client.send(request.build(), HttpResponse.BodyHandlers.ofString());
            return new Answer(response);
        } catch (IOException e) {
            throw new IllegalStateException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    /** What came back. */
    public record Answer(HttpResponse<String> response) {
        public int status() {
            return response.statusCode();
        }

        public String body() {
            return response.body();
        }

        public Map<String, Object> json() {
            return Json.readObject(body());
        }

        String header(String name) {
            return response.headers().firstValue(name).orElse("");
        }
    }
}
