package dev.holdfast.example.resume;

import dev.holdfast.example.resume.work.Edit;
import dev.holdfast.example.resume.work.MapReduce;
import dev.holdfast.example.resume.work.Work;
import dev.holdfast.internal.json.Json;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Work that is requested once and resumed as often as needed: a map-reduce job or a plain session.
 *
 * @param steps the one map-reduce, or the steps of the session
 * @param every how many parts go between two checkpoints
 */
record Job(String id, Kind kind, List<String> steps, int every) {
    /** The two kinds of things to resume; their names begin the ids. */
    enum Kind {
        MAPREDUCE,
        SESSION;

        String label() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    Job {
        steps = List.copyOf(steps);
    }

    /** Returns its work on an input. */
    Work work(List<String> input) throws ToolException {
        if (kind == Kind.SESSION) {
            List<Edit> edits = new ArrayList<>();
            for (String step : steps) {
                edits.add(named(Edit.class, step, "There is no step", Edit.labels()));
            }
            return Edit.session(edits, input);
        }
        return named(MapReduce.class, steps.get(0), "There is no job", MapReduce.labels())
                .over(input);
    }

    private static <E extends Enum<E>> E named(Class<E> type, String name, String unknown, String known)
            throws ToolException {
        for (E constant : type.getEnumConstants()) {
            if (constant.name().toLowerCase(Locale.ROOT).equals(name)) {
                return constant;
            }
        }
        throw ToolException.usage(unknown + " '" + name + "'. Choose from: " + known + ".");
    }

    String json() {
        Map<String, @Nullable Object> fields = new LinkedHashMap<>();
        fields.put("id", id);
        fields.put("kind", kind.label());
        fields.put("steps", steps);
        fields.put("every", every);
        return Json.writePretty(fields) + "\n";
    }

    static Optional<Job> parse(String text) {
        try {
            Map<String, @Nullable Object> fields = Json.readObject(text);
            if (fields.get("id") instanceof String id
                    && fields.get("kind") instanceof String kind
                    && fields.get("steps") instanceof List<?> steps
                    && fields.get("every") instanceof Long every) {
                return Optional.of(new Job(
                        id,
                        Kind.valueOf(kind.toUpperCase(Locale.ROOT)),
                        steps.stream().map(String.class::cast).toList(),
                        Math.toIntExact(every)));
            }
        } catch (RuntimeException e) {
            // not a job: the reader knows which file it is and says so
        }
        return Optional.empty();
    }
}
