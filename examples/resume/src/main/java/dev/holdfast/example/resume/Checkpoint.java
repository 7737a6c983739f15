package dev.holdfast.example.resume;

import java.util.List;
import java.util.Optional;

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
        return JsonText.of(this);
    }

    static Optional<Checkpoint> parse(String text) {
        return JsonText.read(text, Checkpoint.class);
    }
}
