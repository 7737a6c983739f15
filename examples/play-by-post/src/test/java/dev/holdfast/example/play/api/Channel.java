package dev.holdfast.example.play.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.internal.json.Json;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Reader;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;

/** An open stream of the live events of a scene. What comes is kept, byte by byte and event by event. */
final class Channel implements AutoCloseable {
    private final InputStream stream;
    private final Consumer<String> told;
    private final List<Event> events = new CopyOnWriteArrayList<>();
    private final StringBuilder unread = new StringBuilder();

    private Channel(InputStream stream, Consumer<String> told) {
        this.stream = stream;
        this.told = told;
    }

    /** One event: its name, and the members of its data. */
    record Event(String name, Map<String, @Nullable Object> data) {
        String text(String member) {
            return String.valueOf(data.get(member));
        }

        boolean about(SceneCharacter character) {
            return text("characterId").equals(character.characterId());
        }
    }

    static Channel of(HttpResponse<InputStream> response, Consumer<String> told) {
        assertThat(response.statusCode()).isEqualTo(200);
        assertThat(response.headers().firstValue("Content-Type").orElse("")).startsWith("text/event-stream");
        told.accept(response.headers().map().toString());
        Channel channel = new Channel(response.body(), told);
        Thread thread = new Thread(channel::read, "channel");
        thread.setDaemon(true);
        thread.start();
        channel.await("ready");
        return channel;
    }

    private void read() {
        char[] chunk = new char[8192];
        try (Reader reader = new InputStreamReader(stream, StandardCharsets.UTF_8)) {
            for (int length = reader.read(chunk); length >= 0; length = reader.read(chunk)) {
                add(new String(chunk, 0, length));
            }
        } catch (IOException e) {
            // it has ended, which is all there is to know
        }
    }

    private void add(String text) {
        told.accept(text);
        unread.append(text);
        for (int end = unread.indexOf("\n\n"); end >= 0; end = unread.indexOf("\n\n")) {
            event(unread.substring(0, end));
            unread.delete(0, end + 2);
        }
    }

    private void event(String block) {
        String name = "";
        String data = "";
        for (String line : block.lines().toList()) {
            if (line.startsWith("event: ")) {
                name = line.substring("event: ".length());
            } else if (line.startsWith("data: ")) {
                data += line.substring("data: ".length());
            }
        }
        if (!name.isEmpty()) {
            events.add(new Event(name, data.isEmpty() ? Map.of() : Json.readObject(data)));
        }
    }

    /** All so far that tell something: neither {@code ready} nor {@code tick}. */
    List<Event> events() {
        return events.stream()
                .filter(event -> !event.name().equals("ready") && !event.name().equals("tick"))
                .toList();
    }

    /** The names of these. */
    List<String> names() {
        return events().stream().map(Event::name).toList();
    }

    List<Event> named(String name) {
        return events.stream().filter(event -> event.name().equals(name)).toList();
    }

    Event await(String name) {
        return await(name, event -> true);
    }

    Event await(String name, SceneCharacter character) {
        return await(name, event -> event.about(character));
    }

    /** The first event of that name of which that is true, when it has come. */
    Event await(String name, Predicate<Event> which) {
        return Awaitility.await(name)
                .atMost(Duration.ofMinutes(1))
                .until(() -> named(name).stream().filter(which).toList(), found -> !found.isEmpty())
                .get(0);
    }

    /** Returns when so many of that name have come. */
    void await(int count, String name) {
        Awaitility.await(count + " " + name)
                .atMost(Duration.ofMinutes(1))
                .until(() -> named(name).size() >= count);
    }

    @Override
    public void close() throws IOException {
        stream.close();
    }
}
