package dev.holdfast.it.engines;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** The lines of one event stream as they come over the wire, by a listener that does not come again. */
final class EventLines implements AutoCloseable {
    private final List<String> lines = new CopyOnWriteArrayList<>();
    private final InputStream stream;
    private volatile boolean over;

    private EventLines(InputStream stream) {
        this.stream = stream;
    }

    static EventLines of(String address) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(URI.create(address + "/v1/events"))
                .header("Accept", "text/event-stream")
                .build();
        EventLines events = new EventLines(HttpClient.newHttpClient()
                .send(request, BodyHandlers.ofInputStream())
                .body());
        Thread thread = new Thread(events::read, "event-lines");
        thread.setDaemon(true);
        thread.start();
        return events;
    }

    private void read() {
        try (BufferedReader reader = new BufferedReader(new InputStreamReader(stream, StandardCharsets.UTF_8))) {
            for (String line = reader.readLine(); line != null; line = reader.readLine()) {
                lines.add(line);
            }
        } catch (IOException e) {
            // it has ended, which is all there is to know
        } finally {
            over = true;
        }
    }

    List<String> lines() {
        return lines;
    }

    boolean isOver() {
        return over;
    }

    @Override
    public void close() throws IOException {
        stream.close();
    }
}
