package dev.holdfast.cli.book;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.holdfast.LockAdmin.HistoryQuery;
import dev.holdfast.LockEvent;
import dev.holdfast.LockManager;
import dev.holdfast.cli.process.Holdfast;
import dev.holdfast.internal.json.Json;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** A book project in a folder of its own, with the configuration that {@code init --preset book} writes. */
record BookProject(Path root) {

    static BookProject in(Path folder) {
        String template = "/dev/holdfast/cli/presets/book.yaml";
        try (InputStream in = Objects.requireNonNull(BookProject.class.getResourceAsStream(template))) {
            Files.copy(in, folder.resolve("holdfast.yaml"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return new BookProject(folder);
    }

    Holdfast as(String instance) {
        return Holdfast.in(root).with("HOLDFAST_OWNER", instance);
    }

    Path registry() {
        return root.resolve(".locks/locks.json");
    }

    /** Writes the registry as another program would, with nothing but the document's fields. */
    void write(Entry... entries) {
        write(Json.writePretty(
                Map.of("locks", List.of(entries).stream().map(Entry::fields).toList())));
    }

    void write(String text) {
        try {
            Files.createDirectories(root.resolve(".locks"));
            Files.writeString(registry(), text, UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** An entry by another program. */
    record Entry(String resource, Duration age, String instance) {
        static Entry of(String resource, int minutes, String instance) {
            return new Entry(resource, Duration.ofMinutes(minutes).plusSeconds(20), instance);
        }

        private Map<String, Object> fields() {
            String timestamp =
                    Instant.now().minus(age).truncatedTo(ChronoUnit.SECONDS).toString();
            return Map.of("resource", resource, "timestamp", timestamp, "instance", instance);
        }
    }

    /** The resources in the registry, as a reader of the document finds them. */
    List<String> locked() {
        return entries().stream()
                .map(entry -> String.valueOf(entry.get("resource")))
                .toList();
    }

    List<Map<?, ?>> entries() {
        try {
            List<Map<?, ?>> entries = new ArrayList<>();
            List<?> locks = (List<?>) Objects.requireNonNull(
                    Json.readObject(Files.readString(registry())).get("locks"));
            locks.forEach(lock -> entries.add((Map<?, ?>) lock));
            return entries;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** What the history says happened to a resource, newest first. */
    List<LockEvent.EventKind> history(String resource) {
        try (LockManager manager = LockManager.open("file:" + root.resolve(".locks"))) {
            return manager.admin().history(new HistoryQuery(resource, null, 20)).stream()
                    .map(past -> past.event().kind())
                    .toList();
        }
    }
}
