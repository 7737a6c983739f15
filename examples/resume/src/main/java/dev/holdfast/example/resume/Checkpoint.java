package dev.holdfast.example.resume;

import dev.holdfast.internal.json.Json;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The progress of a job.
 *
 * @param fence the lock under which it was written
 * @param outputs one for each part that is done
 */
record Checkpoint(long fence, List<String> outputs) {
    Checkpoint {
        outputs = List.copyOf(outputs);
    }

    static final Checkpoint NONE = new Checkpoint(0, List.of());

    int done() {
        return outputs.size();
    }

    String json() {
        Map<String, @Nullable Object> fields = new LinkedHashMap<>();
        fields.put("fence", fence);
        fields.put("outputs", outputs);
        return Json.writePretty(fields) + "\n";
    }

    static Optional<Checkpoint> parse(String text) {
        try {
            Map<String, @Nullable Object> fields = Json.readObject(text);
            if (fields.get("fence") instanceof Long fence && fields.get("outputs") instanceof List<?> outputs) {
                return Optional.of(new Checkpoint(
                        fence, outputs.stream().map(String.class::cast).toList()));
            }
        } catch (RuntimeException e) {
            // not a checkpoint: the reader knows which file it is and says so
        }
        return Optional.empty();
    }
}
