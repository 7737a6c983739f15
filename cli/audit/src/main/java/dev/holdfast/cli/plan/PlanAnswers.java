package dev.holdfast.cli.plan;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** The answers to the questions, with defaults for those that were not answered. */
public final class PlanAnswers {
    private final Map<String, String> given = new LinkedHashMap<>();

    /** Takes an answer; what is none is refused in one sentence. */
    public PlanAnswers with(String key, String answer) {
        PlanQuestion question = PlanQuestion.of(key)
                .orElseThrow(() -> new IllegalArgumentException("There is no question '" + key + "'."));
        given.put(key, question.checked(answer));
        return this;
    }

    public boolean has(String key) {
        return given.containsKey(key);
    }

    String get(String key) {
        String answer = given.get(key);
        return answer != null
                ? answer
                : PlanQuestion.of(key).map(PlanQuestion::byDefault).orElseThrow();
    }

    boolean is(String key, String answer) {
        return get(key).equals(answer);
    }

    boolean yes(String key) {
        return is(key, PlanQuestion.YES);
    }

    int minutes() {
        return PlanQuestion.minutes(get("minutes"));
    }

    List<String> entities() {
        return names("entities");
    }

    /** Returns the entities that are edited together with it. None is an answer too. */
    List<String> members() {
        return names("members");
    }

    private List<String> names(String key) {
        return Arrays.stream(get(key).split("[,\\s]+"))
                .map(String::strip)
                .filter(name -> !name.isEmpty() && !name.equals("none"))
                .toList();
    }

    /** Returns the resource prefix of an entity: {@code insurance-policy} for {@code InsurancePolicy}. */
    static String resource(String entity) {
        return entity.replaceAll("([a-z])([A-Z])", "$1-$2")
                .replaceAll("[^A-Za-z0-9_-]", "-")
                .toLowerCase(Locale.ROOT);
    }

    @Override
    public String toString() {
        return given.toString();
    }
}
