package dev.holdfast.protocol.gitlfs;

import dev.holdfast.internal.json.Json;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Asks as a client of Git LFS does. */
record LfsHttp(String address, String user, String token) {
    private static final HttpClient CLIENT =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private static final String TYPE = "application/vnd.git-lfs+json";

    /** An answer. */
    record Told(HttpResponse<String> response) {
        int status() {
            return response.statusCode();
        }

        Map<String, @Nullable Object> json() {
            return Json.readObject(response.body());
        }

        String message() {
            return String.valueOf(json().get("message"));
        }

        String cursor() {
            return String.valueOf(json().getOrDefault("next_cursor", ""));
        }

        Map<?, ?> lock() {
            return (Map<?, ?>) Objects.requireNonNull(json().get("lock"));
        }

        List<String> paths(String list) {
            return ((List<?>) Objects.requireNonNull(json().get(list)))
                    .stream()
                            .map(lock -> String.valueOf(((Map<?, ?>) lock).get("path")))
                            .toList();
        }

        List<String> ids(String list) {
            return ((List<?>) Objects.requireNonNull(json().get(list)))
                    .stream()
                            .map(lock -> String.valueOf(((Map<?, ?>) lock).get("id")))
                            .toList();
        }
    }

    Told get(String path) throws IOException, InterruptedException {
        return send(request(path).GET());
    }

    Told post(String path, Object body) throws IOException, InterruptedException {
        return send(request(path).header("Content-Type", TYPE).POST(BodyPublishers.ofString(Json.write(body))));
    }

    Told lock(String path) throws IOException, InterruptedException {
        return post("/locks", Map.of("path", path, "ref", Map.of("name", "refs/heads/main")));
    }

    Told verify() throws IOException, InterruptedException {
        return post("/locks/verify", Map.of("ref", Map.of("name", "refs/heads/main")));
    }

    Told unlock(Object id, boolean force) throws IOException, InterruptedException {
        return post("/locks/" + id + "/unlock", Map.of("force", force));
    }

    HttpRequest.Builder request(String path) {
        String both = Base64.getEncoder().encodeToString((user + ":" + token).getBytes(StandardCharsets.UTF_8));
        return HttpRequest.newBuilder(URI.create(address + path))
                .timeout(Duration.ofMinutes(5))
                .header("Accept", TYPE)
                .header("Authorization", "Basic " + both);
    }

    Told send(HttpRequest.Builder request) throws IOException, InterruptedException {
        return new Told(CLIENT.send(request.build(), BodyHandlers.ofString()));
    }
}
