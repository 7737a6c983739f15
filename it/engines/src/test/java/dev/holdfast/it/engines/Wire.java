package dev.holdfast.it.engines;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.internal.json.Json;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpHeaders;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.Map;

/** A client of a server that keeps everything it receives: the headers and bodies of answers, and an event stream. */
final class Wire implements AutoCloseable {
    private final HttpClient client = HttpClient.newHttpClient();
    private final StringBuilder answers = new StringBuilder();
    private final StringBuilder stream = new StringBuilder();
    private final String address;
    private final String token;
    private volatile InputStream events = InputStream.nullInputStream();

    Wire(String address, String token) {
        this.address = address;
        this.token = token;
    }

    /** Returns all that it has received. */
    synchronized String received() {
        return answers + "\n" + stream;
    }

    private synchronized void keep(String answer) {
        answers.append(answer).append('\n');
    }

    private synchronized void keepEvents(String piece) {
        stream.append(piece);
    }

    private HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(URI.create(address + path)).header("Authorization", "Bearer " + token);
    }

    private HttpResponse<String> answer(HttpRequest request) throws IOException, InterruptedException {
        HttpResponse<String> answer = client.send(request, BodyHandlers.ofString(UTF_8));
        keep(headers(answer.headers()));
        keep(answer.body());
        return answer;
    }

    private static String headers(HttpHeaders headers) {
        return headers.map().toString();
    }

    String get(String path) throws IOException, InterruptedException {
        return answer(request(path).build()).body();
    }

    void delete(String path) throws IOException, InterruptedException {
        answer(request(path).DELETE().build());
    }

    /** Posts, and expects that status. */
    String post(String path, Map<String, ?> body, int status) throws IOException, InterruptedException {
        HttpResponse<String> answer = answer(request(path)
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofString(Json.write(body)))
                .build());
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(status);
        return answer.body();
    }

    /** Listens to all events from now on. */
    void listen() throws IOException, InterruptedException {
        HttpResponse<InputStream> opened = client.send(
                request("/v1/events").header("Accept", "text/event-stream").build(), BodyHandlers.ofInputStream());
        keep(headers(opened.headers()));
        events = opened.body();
        Thread thread = new Thread(this::read, "wire-events");
        thread.setDaemon(true);
        thread.start();
    }

    private void read() {
        byte[] bytes = new byte[8192];
        try {
            for (int length = events.read(bytes); length >= 0; length = events.read(bytes)) {
                keepEvents(new String(bytes, 0, length, UTF_8));
            }
        } catch (IOException e) {
            // it has ended, and all that came is kept
        }
    }

    @Override
    public void close() throws IOException {
        events.close();
    }
}
