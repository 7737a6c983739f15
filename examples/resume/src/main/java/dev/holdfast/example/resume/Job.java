package dev.holdfast.example.resume;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.holdfast.example.resume.work.Edit;
import dev.holdfast.example.resume.work.MapReduce;
import dev.holdfast.example.resume.work.Work;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Work that is requested once and resumed as often as needed: a map-reduce job or a plain session.
 *
 * @param steps the one map-reduce, or the steps of the session
 * @param every how many parts go between two checkpoints
 */
record Job(String id, Kind kind, List<String> steps, int every) {
    /** The two kinds of things to resume; their names begin the ids. */
    enum Kind {
        @JsonProperty("mapreduce")
        MAPREDUCE,
        @JsonProperty("session")
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
        return JsonText.of(this);
    }

    static Optional<Job> parse(String text) {
        return JsonText.read(text, Job.class);
    }
}
